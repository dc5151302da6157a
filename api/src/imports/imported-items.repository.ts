import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction, Tables } from '../database/tables.ts';

type ImportedItem = Insertable<Tables['imported_items']>;

/** Of one origin. */
export function listImported(db: Database, origin: string) {
  return db
    .selectFrom('imported_items')
    .select(['guid', 'source_id', 'kind', 'document_id'])
    .where('origin', '=', origin)
    .execute();
}

/** False if it is there already. */
export async function insertImported(
  trx: DatabaseTransaction,
  item: ImportedItem,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('imported_items')
    .values(item)
    .onConflict((conflict) => conflict.doNothing())
    .returning('document_id')
    .executeTakeFirst();
  return inserted !== undefined;
}
