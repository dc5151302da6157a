import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** The post that was created with this key, even if it has been deleted since. */
export async function findCreatedPost(db: Database, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('post_id')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.post_id;
}

export async function insertKey(
  trx: DatabaseTransaction,
  row: { key: string; post_id: string; created_at: string },
): Promise<void> {
  await trx.insertInto('idempotency_keys').values(row).execute();
}

export async function deleteKeysBefore(db: Database, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
