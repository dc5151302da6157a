import type { PublicPost, PublicPostSummary } from '@longhand/contract/posts/posts';

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

export type PostSummary = Pick<PublicPost, (typeof SUMMARY_FIELDS)[number]> & {
  readonly date: string;
  /** Left out if it is the site's. */
  readonly language?: string | null | undefined;
};

export function publicDate(post: PublicPostSummary): string {
  return post.published_at ?? post.created_at;
}

/** Drops all other fields: the result is stored in the browser's history state. */
export function onlySummary(post: PostSummary): PostSummary {
  const fields = [...SUMMARY_FIELDS, 'date'] as const;
  const summary = Object.fromEntries(fields.map((field) => [field, post[field]])) as PostSummary;
  return post.language ? { ...summary, language: post.language } : summary;
}

export function summarise(post: PublicPostSummary): PostSummary {
  return onlySummary({ ...post, date: publicDate(post) });
}

/** More than the two lines that a card shows on the widest screen. */
const MAX_CARD_EXCERPT = 280;

/** Shortens the excerpt, to keep pages small. */
export function toCard(post: PublicPostSummary): PostSummary {
  const summary = summarise(post);
  const { excerpt } = summary;
  if (excerpt.length <= MAX_CARD_EXCERPT) return summary;
  return {
    ...summary,
    excerpt: `${excerpt.slice(0, MAX_CARD_EXCERPT).replace(/(?<!\s)\s+\S*$/, '')} …`,
  };
}
