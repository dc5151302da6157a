import type { ArchivedPost, ArchiveYear } from '@longhand/contract/archive';
import { dateInYear, yearOf } from '@longhand/contract/dates';

/** As the API counts them, of posts that are loaded already, newest first. */
export function countYears(
  posts: readonly { readonly date: string }[],
  timeZone: string,
): ArchiveYear[] {
  const counts = new Map<number, number>();
  for (const { date } of posts) {
    const year = Number(yearOf(new Date(date), timeZone));
    counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  return Array.from(counts, ([year, posts]) => ({ year, posts }));
}

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
