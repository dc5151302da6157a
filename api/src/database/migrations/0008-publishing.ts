import { type Kysely, sql } from 'kysely';

/** Scheduled posts, working copies, preview links, and what was sent with an idempotency key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('posts').addColumn('publish_at', 'text').execute();
  await sql`create index posts_scheduled on posts (publish_at) where publish_at is not null`.execute(
    db,
  );

  await db.schema
    .createTable('working_copies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text')
    .addColumn('base_version', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    // Last, so that SQLite reads the other columns without it.
    .addColumn('form', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('preview_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('preview_links_of_post')
    .on('preview_links')
    .column('post_id')
    .execute();

  await db.schema.alterTable('idempotency_keys').addColumn('body_hash', 'text').execute();
}
