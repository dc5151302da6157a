import type { Post } from '@longhand/contract/posts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** The first that are due, without those to skip; from an index of the scheduled posts alone. */
export async function listDueIds(
  db: Database,
  now: string,
  { skip = [], limit }: { readonly skip?: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('publish_at', 'is not', null)
    .where('publish_at', '<=', now)
    .$if(skip.length > 0, (query) => query.where('id', 'not in', skip))
    .orderBy('publish_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** True for only one of several callers, and only if the post is still as it was read. */
export async function claimScheduled(
  trx: DatabaseTransaction,
  { id, version, publish_at }: Pick<Post, 'id' | 'version' | 'publish_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('posts')
    .set({ publish_at: null })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('publish_at', '=', publish_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
