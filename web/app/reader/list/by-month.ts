import type { ArchivedPost } from '@longhand/contract/archive';
import { dateInYear } from '@longhand/contract/dates';

type Month = { readonly month: string; readonly posts: readonly ArchivedPost[] };

/** The posts of a year in the months of the site, in the order in which they come. */
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
