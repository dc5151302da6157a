import type { Kysely } from 'kysely';

/** Which versions changed only the state. Versions of before have no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('state_changes')
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('state_changes_primary_key', ['document_id', 'version'])
    .execute();
}
