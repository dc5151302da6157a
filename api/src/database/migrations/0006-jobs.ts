import { type Kysely, sql } from 'kysely';

/** Who runs which job, and when it last ran, so that one of several processes does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'text')
    .addColumn('last_started_at', 'text', (column) => column.notNull())
    .addColumn('last_finished_at', 'text')
    .execute();
  await sql`delete from settings where name = 'automatic_backup_claimed_at'`.execute(db);
}
