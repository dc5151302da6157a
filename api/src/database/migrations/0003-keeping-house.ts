import type { Kysely } from 'kysely';

/** What several processes must agree on: tickets for downloads, counted writes, idle uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('download_tickets')
    .addColumn('ticket_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('write_counts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('window_start', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createIndex('login_attempts_by_address')
    .on('login_attempts')
    .columns(['address', 'attempted_at'])
    .execute();
  await db.schema
    .createIndex('login_attempts_by_name')
    .on('login_attempts')
    .columns(['name_hash', 'attempted_at'])
    .execute();

  await db.schema
    .createTable('unreferenced_uploads')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('since', 'text', (column) => column.notNull())
    .execute();
}
