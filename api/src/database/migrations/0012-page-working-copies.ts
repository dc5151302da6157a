import { type Kysely, PostgresAdapter, sql } from 'kysely';

const REMOVE_REFERENCES = sql.raw(`delete from upload_references
  where source = 'page_working_copies' and source_id = old.id and version = 0;`);

/** The references of a row go with it, whoever deletes it. */
async function removeReferences(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    await sql`
      create trigger page_working_copies_references after delete on page_working_copies
      begin ${REMOVE_REFERENCES} end
    `.execute(db);
    return;
  }
  await sql`
    create function page_working_copies_references() returns trigger language plpgsql as $$
    begin ${REMOVE_REFERENCES} return null; end $$
  `.execute(db);
  await sql`
    create trigger page_working_copies_references after delete on page_working_copies
    for each row execute function page_working_copies_references()
  `.execute(db);
}

/** Working copies of pages, as posts have them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('page_working_copies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('page_id', 'text')
    .addColumn('base_version', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    // Last, so that SQLite reads the other columns without it.
    .addColumn('form', 'text', (column) => column.notNull())
    .execute();
  await removeReferences(db);
}
