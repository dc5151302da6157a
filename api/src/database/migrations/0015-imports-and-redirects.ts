import { type Kysely, PostgresAdapter, sql } from 'kysely';

const RAISE_REVISION = sql.raw('update public_state set revision = revision + 1;');

/** Readers see every redirect, so any change raises the content revision. */
async function watchRedirects(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`
      create trigger redirects_changed after insert or update or delete on redirects
      for each statement execute function raise_public_revision()
    `.execute(db);
    return;
  }
  for (const change of ['insert', 'update', 'delete'])
    await sql`
      create trigger ${sql.raw(`redirects_${change}`)} after ${sql.raw(change)} on redirects
      begin ${RAISE_REVISION} end
    `.execute(db);
}

/** Old addresses, which items of other blogs are here already, and imports that the dashboard has started. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('redirects')
    .addColumn('from_path', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text')
    .addColumn('page_id', 'text')
    .addColumn('to_address', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await watchRedirects(db);

  await db.schema
    .createTable('imported_items')
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('guid', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('imported_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('imported_items_key', ['origin', 'guid', 'source_id'])
    .execute();

  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('progress', 'text')
    .addColumn('report', 'text')
    .addColumn('failure', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
}
