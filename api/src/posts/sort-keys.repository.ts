import type { Database } from '../database/tables.ts';
import { publicPosts, publicTags } from './visibility.repository.ts';

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
