import type { Database } from '../database/tables.ts';
import { publicPosts, publicTags } from './visibility.repository.ts';

type Order = {
  readonly tagKey: string | undefined;
  readonly after: number;
  readonly limit: number;
};

/** The places of the newest published posts, or of those with a tag: from the index, in order. */
export function newestSortKeys(db: Database, { tagKey, after, limit }: Order) {
  return tagKey === undefined
    ? publicPosts(db)
        .select('place')
        .where('place', '<', after)
        .orderBy('place', 'desc')
        .limit(limit)
    : publicTags(db)
        .select('place')
        .where('tag_key', '=', tagKey)
        .where('place', '<', after)
        .orderBy('place', 'desc')
        .limit(limit);
}

export async function listSortKeys(db: Database, order: Order): Promise<number[]> {
  const rows = await newestSortKeys(db, order).execute();
  return rows.flatMap(({ place }) => place ?? []);
}
