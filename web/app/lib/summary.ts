import type { Post, PublicPostSummary } from '@longhand/contract/posts';

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

export function publicDate(post: PublicPostSummary): string {
  return post.published_at ?? post.created_at;
}

/** Without whatever else a list may know of the post: this goes into the browser's history. */
export function onlySummary(post: PostSummary): PostSummary {
  const fields = [...SUMMARY_FIELDS, 'date'] as const;
  return Object.fromEntries(fields.map((field) => [field, post[field]])) as PostSummary;
}

export function summarise(post: Post | PublicPostSummary): PostSummary {
  return onlySummary({ ...post, date: publicDate(post) });
}

/** More than the two lines that a card shows of an excerpt, on the widest screen. */
const CARD_EXCERPT = 280;

/** A post as the server puts it into a list: no longer than can be seen of it. */
export function toCard(post: PublicPostSummary): PostSummary {
  const summary = summarise(post);
  const { excerpt } = summary;
  if (excerpt.length <= CARD_EXCERPT) return summary;
  return { ...summary, excerpt: `${excerpt.slice(0, CARD_EXCERPT).replace(/\s+\S*$/, '')} …` };
}
