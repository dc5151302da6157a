import type { Database } from '../database/tables.ts';
import { publicPosts, publicTags } from './visibility.repository.ts';

type Order = {
  readonly tagKey: string | undefined;
  readonly after: number;
  readonly limit: number;
};

/** The sort keys of the newest published posts, or of those with a tag: from the index, in order. */
export function newestSortKeys(db: Database, { tagKey, after, limit }: Order) {
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

export async function listSortKeys(db: Database, order: Order): Promise<number[]> {
  const rows = await newestSortKeys(db, order).execute();
  return rows.flatMap(({ sort_key }) => sort_key ?? []);
}
