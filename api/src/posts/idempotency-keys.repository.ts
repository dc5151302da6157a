import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction, Tables } from '../database/tables.ts';

/** What was created with this key: a post that may have been deleted since. */
export function findKey(db: Database, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['post_id', 'body_hash'])
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function insertKey(
  trx: DatabaseTransaction,
  row: Insertable<Tables['idempotency_keys']>,
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
