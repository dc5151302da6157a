import type { Database } from '../../database/tables.ts';
import { publicPosts, publicTags } from './visibility.repository.ts';

export const SORT_KEYS_PER_MILLISECOND = 1_000;

/** The lowest sort key of posts with this date. */
export function firstSortKey(milliseconds: number): number {
  return milliseconds * SORT_KEYS_PER_MILLISECOND;
}

export function dateOfSortKey(sortKey: number): Date {
  return new Date(Math.floor(sortKey / SORT_KEYS_PER_MILLISECOND));
}

type Range = {
  readonly tagKey: string | undefined;
  readonly after: number;
  readonly limit: number;
};

/** Of all published posts, or of those with a tag; read from an index. */
export function newestSortKeys(db: Database, { tagKey, after, limit }: Range) {
  return tagKey === undefined
    ? publicPosts(db)
        .select('sort_key')
        .where('sort_key', '<', after)
        .orderBy('sort_key', 'desc')
        .limit(limit)
    : publicTags(db)
        .select('sort_key')
        .where('tag_key', '=', tagKey)
        .where('sort_key', '<', after)
        .orderBy('sort_key', 'desc')
        .limit(limit);
}

export async function listSortKeys(db: Database, range: Range): Promise<number[]> {
  const rows = await newestSortKeys(db, range).execute();
  return rows.flatMap(({ sort_key }) => sort_key ?? []);
}
