import type { Insertable } from 'kysely';
import { countChanged } from '../database/results.ts';
import type { Database, Tables, Transaction } from '../database/tables.ts';

/** The post that was created with this key may have been deleted since. */
export function findKey(db: Database, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['post_id', 'body_hash'])
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function insertKey(trx: Transaction, row: Insertable<Tables['idempotency_keys']>) {
  await trx.insertInto('idempotency_keys').values(row).execute();
}

export function deleteKeysBefore(db: Database, before: string): Promise<number> {
  return db.deleteFrom('idempotency_keys').where('created_at', '<', before).$call(countChanged);
}
