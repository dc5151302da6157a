import type { Post, PostInput } from '@longhand/contract/posts';
import { foldCase } from '@longhand/contract/text';

/** The editor's fields as a person fills them in. */
export type PostForm = {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly featured_image: string;
  readonly featured_image_alt: string;
  readonly tags: string;
  readonly meta_title: string;
  readonly meta_description: string;
  readonly slug: string;
  readonly published: boolean;
};

export const FIELD_LABELS: Readonly<Record<keyof PostForm, string>> = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Content',
  featured_image: 'Featured Image',
  featured_image_alt: 'Image description',
  tags: 'Tags',
  meta_title: 'Meta Title',
  meta_description: 'Meta Description',
  slug: 'Address',
  published: 'Published',
};

export const EMPTY_FORM: PostForm = {
  title: '',
  excerpt: '',
  content: '',
  featured_image: '',
  featured_image_alt: '',
  tags: '',
  meta_title: '',
  meta_description: '',
  slug: '',
  published: false,
};

export function toForm(post: Post): PostForm {
  return {
    title: post.title,
    excerpt: post.excerpt,
    content: post.content,
    featured_image: post.featured_image ?? '',
    featured_image_alt: post.featured_image_alt ?? '',
    tags: post.tags.join(', '),
    meta_title: post.meta_title ?? '',
    meta_description: post.meta_description ?? '',
    slug: post.slug,
    published: post.published,
  };
}

export function splitTags(tags: string): string[] {
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** What tells tags apart, each once: in any case, one spelling is as good as another. */
export function tagKeys(tags: string): string[] {
  return [...new Set(splitTags(tags).map(foldCase))];
}

/** What is sent. The address only where somebody chose another: else it follows the title. */
export function toInput(form: PostForm, saved: PostForm): PostInput {
  const slug = form.slug.trim();
  return {
    title: form.title,
    content: form.content,
    excerpt: form.excerpt,
    tags: splitTags(form.tags),
    meta_title: form.meta_title.trim() || null,
    meta_description: form.meta_description.trim() || null,
    published: form.published,
    featured_image: form.featured_image || null,
    ...(form.featured_image && { featured_image_alt: form.featured_image_alt.trim() || null }),
    ...(slug !== '' && slug !== saved.slug && { slug }),
  };
}

/** What was saved, with what was typed since it was sent. */
export function rebaseForm(current: PostForm, sent: PostForm, saved: PostForm): PostForm {
  const typed = changedFields(sent, current).map((field) => [field, current[field]]);
  return { ...saved, ...Object.fromEntries(typed) };
}

export function changedFields(from: PostForm, to: PostForm): (keyof PostForm)[] {
  return (Object.keys(FIELD_LABELS) as (keyof PostForm)[]).filter(
    (field) => from[field] !== to[field],
  );
}

/** A field as it would be stored, for comparing. */
function storedValue(field: keyof PostForm, form: PostForm): string {
  if (field === 'tags') return tagKeys(form.tags).join();
  return field === 'content' ? form.content : String(form[field]).trim();
}

/** Whether saving one value over the other would change nothing. */
export function isSameValue(field: keyof PostForm, a: PostForm, b: PostForm): boolean {
  return storedValue(field, a) === storedValue(field, b);
}

/** Whether saving the one over the other would change nothing but the address. */
export function isSameInput(a: PostForm, b: PostForm): boolean {
  return changedFields(a, b).every((field) => field === 'slug' || isSameValue(field, a, b));
}

/** Whether a post is what was sent over `saved`: of the address only where another was asked for. */
export function isSavedAs(post: PostForm, sent: PostForm, saved: PostForm): boolean {
  const { slug = post.slug } = toInput(sent, saved);
  return isSameInput(post, sent) && slug === post.slug;
}

export function isSameForm(a: PostForm, b: PostForm): boolean {
  return changedFields(a, b).length === 0;
}
