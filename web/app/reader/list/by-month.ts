import { dateInYear } from '@longhand/contract/dates';
import type { ArchivedPost } from '@longhand/contract/posts/post-lists';

type Month = { readonly month: string; readonly posts: readonly ArchivedPost[] };

/** Months are those of the site's time zone; posts keep their order. */
export function byMonth(
  posts: readonly ArchivedPost[],
  { timeZone, language }: { readonly timeZone: string; readonly language: string },
): Month[] {
  const months = new Map<string, ArchivedPost[]>();
  for (const post of posts) {
    const month = dateInYear('month', post.published_at, timeZone, language);
    months.set(month, [...(months.get(month) ?? []), post]);
  }
  return Array.from(months, ([month, posts]) => ({ month, posts }));
}
