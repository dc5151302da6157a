import type { ArchivedPost, ArchiveYear } from '@longhand/contract/archive';
import { yearOf } from '@longhand/contract/dates';
import type { Database } from '../../database/tables.ts';
import { dateOfSortKey, firstSortKey, listSortKeys } from './sort-keys.repository.ts';
import { startOfYear } from './start-of-year.ts';
import { publicPosts } from './visibility.repository.ts';
import { withoutSiteLanguage } from './without-site-language.ts';

function firstOfYear(year: number, timeZone: string): number {
  return firstSortKey(startOfYear(year, timeZone));
}

async function countBetween(db: Database, from: number, before: number): Promise<number> {
  const { posts } = await publicPosts(db)
    .select(({ fn }) => fn.countAll<number>().as('posts'))
    .where('sort_key', '>=', from)
    .where('sort_key', '<', before)
    .executeTakeFirstOrThrow();
  return posts;
}

/** The years that have posts, the latest first: a range of the index is counted for each. */
export async function countByYear(db: Database, timeZone: string): Promise<ArchiveYear[]> {
  const years: ArchiveYear[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const [newest] = await listSortKeys(db, { tagKey: undefined, after: before, limit: 1 });
    if (newest === undefined) return years;
    const year = Number(yearOf(dateOfSortKey(newest), timeZone));
    const from = firstOfYear(year, timeZone);
    const posts = await countBetween(db, from, before);
    // Zero if it was deleted just now.
    if (posts > 0) years.push({ year, posts });
    before = from;
  }
}

type YearPage = {
  readonly year: number;
  readonly timeZone: string;
  /** Only posts with a lower sort key. */
  readonly after?: number | undefined;
  readonly limit: number;
};

/** Newest first; `next` is the cursor of the next page. */
export async function listYear(
  db: Database,
  { year, timeZone, after = Number.MAX_SAFE_INTEGER, limit }: YearPage,
): Promise<{ posts: ArchivedPost[]; next: number | undefined }> {
  const rows = await publicPosts(db)
    .select(['sort_key', 'slug', 'title', 'published_at', 'language'])
    .where('sort_key', '>=', firstOfYear(year, timeZone))
    .where('sort_key', '<', Math.min(after, firstOfYear(year + 1, timeZone)))
    .orderBy('sort_key', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return {
    posts: shown.flatMap(({ sort_key: _, published_at, ...post }) =>
      published_at === null ? [] : withoutSiteLanguage({ ...post, published_at }),
    ),
    next: rows.length > limit ? (shown.at(-1)?.sort_key ?? undefined) : undefined,
  };
}
