import type { Kysely } from 'kysely';

/** Preview links that also show the private changes of a post that is public. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('preview_links')
    // Links from before were to end with the publication.
    .addColumn('shows_changes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
