import { type Kysely, PostgresAdapter, sql } from 'kysely';

const PUBLIC_TABLES = ['site_settings', 'pages'] as const;
const CHANGES = ['insert', 'update', 'delete'] as const;

const RAISE_REVISION = sql.raw('update public_state set revision = revision + 1;');

/** Every row of these tables is public, so any change raises the content revision. */
async function watchInSqlite(db: Kysely<unknown>): Promise<void> {
  for (const table of PUBLIC_TABLES)
    for (const change of CHANGES)
      await sql`
        create trigger ${sql.raw(`${table}_${change}`)} after ${sql.raw(change)} on ${sql.raw(table)}
        begin ${RAISE_REVISION} end
      `.execute(db);
}

async function watchInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function raise_public_revision() returns trigger language plpgsql as $$
    begin ${RAISE_REVISION} return null; end $$
  `.execute(db);
  for (const table of PUBLIC_TABLES)
    await sql`
      create trigger ${sql.raw(`${table}_changed`)}
      after insert or update or delete on ${sql.raw(table)}
      for each row execute function raise_public_revision()
    `.execute(db);
}

/** Settings of the site, its pages, and what the list of sessions shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site_settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('site_icons')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('pages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('meta_description', 'text')
    .addColumn('placement', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('rendering', 'integer', (column) => column.notNull())
    // Last, so that SQLite reads the other columns without them.
    .addColumn('content', 'text')
    .addColumn('public_content', 'text')
    .execute();

  await db.schema
    .createTable('page_versions')
    .addColumn('page_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .addColumn('replaced_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_versions_key', ['page_id', 'version'])
    .execute();

  await db.schema
    .createTable('trashed_pages')
    .addColumn('page_id', 'text', (column) => column.primaryKey())
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text', (column) => column.notNull())
    .execute();

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? watchInPostgres(db) : watchInSqlite(db));

  for (const column of ['user_agent', 'address', 'last_used_at'])
    await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
}
