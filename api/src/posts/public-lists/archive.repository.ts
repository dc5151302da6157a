import { yearOf } from '@longhand/contract/dates';
import type { ArchivedPost, ArchiveYear } from '@longhand/contract/posts/post-lists';
import type { Database } from '../../database/tables.ts';
import {
  dateOfSortKey,
  firstSortKey,
  listSortKeys,
  publicPosts,
  withoutSiteLanguage,
} from './public-posts.repository.ts';

const DAY_MS = 86_400_000;

/**
 * The first millisecond of a year in a time zone. It is searched for with the function that names the year of a date,
 * so that both always agree, whatever the zone did at that time.
 */
export function startOfYear(year: number, timeZone: string): number {
  const utc = Date.UTC(year, 0, 1);
  let before = utc - DAY_MS;
  let start = utc + DAY_MS;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (Number(yearOf(new Date(middle), timeZone)) < year) before = middle;
    else start = middle;
  }
  return start;
}

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

/** Sorted latest first. Years without posts are left out. */
export async function countByYear(db: Database, timeZone: string): Promise<ArchiveYear[]> {
  const years: ArchiveYear[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const [newest] = await listSortKeys(db, { tagKey: undefined, after: before, limit: 1 });
    if (newest === undefined) return years;
    const year = Number(yearOf(dateOfSortKey(newest), timeZone));
    const from = firstOfYear(year, timeZone);
    const posts = await countBetween(db, from, before);
    // The post was deleted just now if this is zero.
    if (posts > 0) years.push({ year, posts });
    before = from;
  }
}

type YearPage = {
  readonly year: number;
  readonly timeZone: string;
  /** Only posts with a lower sort key are listed. */
  readonly after?: number | undefined;
  readonly limit: number;
};

/** Sorted newest first. `next` is the cursor of the next page. */
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
