import { imageReference } from '@longhand/contract/images';
import { type Post, postInput } from '@longhand/contract/posts';
import { MAX_TAGS, normalizeTags } from '@longhand/contract/tags';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import { applyInput } from './apply-input.ts';

function image(typed: string | undefined): string | null | undefined {
  return typed === undefined ? undefined : (imageReference.safeParse(typed).data ?? null);
}

function date(typed: string | undefined, current: string | null): string | null {
  if (typed === '') return null;
  const parsed = postInput.shape.publish_at.safeParse(typed).data;
  return parsed ? new Date(parsed).toISOString() : current;
}

/** The post that saving the form would make. What cannot be saved is left out, or is as it was. */
export function asPost(current: Post, { form }: WorkingCopy): Post {
  const { title = current.title, excerpt = current.excerpt, content = current.content } = form;
  const input = {
    ...{ title, excerpt, content },
    tags: form.tags === undefined ? undefined : normalizeTags([form.tags]).slice(0, MAX_TAGS),
    meta_title: form.meta_title,
    featured_image: image(form.featured_image),
    featured_image_alt: form.featured_image_alt,
  };
  return {
    ...current,
    ...applyInput({ ...current, slug_chosen: false }, input),
    published_at: date(form.published_at, current.published_at),
    publish_at: date(form.publish_at, current.publish_at),
  };
}
