import { imageReference } from '@longhand/contract/images';
import { MAX_TAG_LENGTH } from '@longhand/contract/limits';
import { type Post, postInput } from '@longhand/contract/posts';
import { MAX_TAGS, normalizeTags } from '@longhand/contract/tags';
import { languageTag } from '@longhand/contract/text';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import { applyInput } from '../apply-input.ts';
import { isWithinYears } from '../schedules/publishing-dates.ts';

function language(typed: string | undefined): string | null | undefined {
  return typed === undefined ? undefined : (languageTag.safeParse(typed).data ?? null);
}

function image(typed: string | undefined): string | null | undefined {
  return typed === undefined ? undefined : (imageReference.safeParse(typed).data ?? null);
}

function date(typed: string | undefined, current: string | null): string | null {
  if (typed === '') return null;
  const parsed = postInput.shape.publish_at.safeParse(typed).data;
  const given = parsed ? new Date(parsed) : undefined;
  return given && isWithinYears(given) ? given.toISOString() : current;
}

/** A schedule wins over a date, unless the post was public before: then that date stays. */
function dates(
  current: Post,
  form: WorkingCopy['form'],
  wasPublic: boolean,
): Pick<Post, 'published_at' | 'publish_at'> {
  const publish_at = date(form.publish_at, current.publish_at);
  if (publish_at === null)
    return { publish_at, published_at: date(form.published_at, current.published_at) };
  return { publish_at, published_at: wasPublic ? current.published_at : null };
}

function tags(typed: string | undefined): string[] | undefined {
  if (typed === undefined) return undefined;
  const possible = normalizeTags([typed]).filter((tag) => tag.length <= MAX_TAG_LENGTH);
  return possible.slice(0, MAX_TAGS);
}

/** The post that saving the form would make. What cannot be saved is left out, or is as it was. */
export function asPost(
  current: Post,
  { form }: Pick<WorkingCopy, 'form'>,
  wasPublic: boolean,
): Post {
  const { title = current.title, excerpt = current.excerpt, content = current.content } = form;
  const input = {
    ...{ title, excerpt, content },
    tags: tags(form.tags),
    meta_title: form.meta_title,
    featured_image: image(form.featured_image),
    featured_image_alt: form.featured_image_alt,
    language: language(form.language),
  };
  return {
    ...current,
    ...applyInput({ ...current, slug_chosen: false, translation_group: null }, input),
    ...dates(current, form, wasPublic),
  };
}
