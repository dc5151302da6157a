import { MAX_TAG_LENGTH } from '@longhand/contract/limits';
import { imageReference } from '@longhand/contract/media/images';
import { FIELD_NAMES, type FieldKind, fieldOf } from '@longhand/contract/posts/post-fields';
import { type Post, postInput } from '@longhand/contract/posts/posts';
import { MAX_TAGS, normalizeTags } from '@longhand/contract/posts/tags';
import { languageTag } from '@longhand/contract/text/text';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import { applyInput } from '../apply-input.ts';
import { isWithinYears } from '../schedules/publishing-dates.ts';

function date(typed: string | undefined, current: string | null): string | null {
  if (typed === '') return null;
  const parsed = postInput.shape.publish_at.safeParse(typed).data;
  const given = parsed ? new Date(parsed) : undefined;
  return given && isWithinYears(given) ? given.toISOString() : current;
}

/** A schedule replaces a date, unless the post was public before: then that date stays. */
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

function tags(typed: string): string[] {
  const possible = normalizeTags([typed]).filter((tag) => tag.length <= MAX_TAG_LENGTH);
  return possible.slice(0, MAX_TAGS);
}

/** Fields of other kinds stay as they are, or have rules of their own. */
const TO_INPUT: { readonly [Kind in FieldKind]?: (typed: string) => unknown } = {
  requiredText: (typed) => typed,
  html: (typed) => typed,
  text: (typed) => typed,
  tags,
  image: (typed) => imageReference.safeParse(typed).data ?? null,
  language: (typed) => languageTag.safeParse(typed).data ?? null,
};

/** Returns the post that saving the form would make. What cannot be saved is left out, or stays as it was. */
export function asPost(
  current: Post,
  { form }: Pick<WorkingCopy, 'form'>,
  wasPublic: boolean,
): Post {
  const input = FIELD_NAMES.flatMap((name) => {
    const [typed, toInput] = [form[name], TO_INPUT[fieldOf(name).kind]];
    return toInput && typeof typed === 'string' ? [[name, toInput(typed)]] : [];
  });
  return {
    ...current,
    ...applyInput(
      { ...current, slug_chosen: false, translation_group: null },
      Object.fromEntries(input),
    ),
    ...dates(current, form, wasPublic),
  };
}
