import type { Post } from '@longhand/contract/posts';

const SUMMARY_FIELDS = [
  'id',
  'slug',
  'title',
  'excerpt',
  'tags',
  'featured_image',
  'featured_image_alt',
  'reading_minutes',
] as const;

/** What a list shows of a post; the bodies stay behind. */
export type PostSummary = Pick<Post, (typeof SUMMARY_FIELDS)[number]> & { readonly date: string };

export function publicDate(post: Post): string {
  return post.published_at ?? post.created_at;
}

/** Without whatever else a list may know of the post: this goes into the browser's history. */
export function onlySummary(post: PostSummary): PostSummary {
  const fields = [...SUMMARY_FIELDS, 'date'] as const;
  return Object.fromEntries(fields.map((field) => [field, post[field]])) as PostSummary;
}

export function summarise(post: Post): PostSummary {
  return onlySummary({ ...post, date: publicDate(post) });
}

/** Posts that share the most topics with this one, the newest of them first. */
export function relatedPosts(post: Post, all: readonly Post[], count = 3): PostSummary[] {
  const topics = new Set(post.tags);
  const shared = (other: Post) => other.tags.filter((tag) => topics.has(tag)).length;
  return all
    .filter((other) => other.id !== post.id && shared(other) > 0)
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, count)
    .map(summarise);
}
