import { yearOf } from '@longhand/contract/dates';
import type { ArchiveYear } from '@longhand/contract/posts/post-lists';

/** Counts loaded posts as the API does, newest year first. */
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
