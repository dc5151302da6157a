import type { Kysely } from 'kysely';

type Before = {
  pages: { id: string };
  trashed_pages: { page_id: string };
  page_slugs: { slug: string; page_id: string };
};

/** Pages that were deleted for good kept the addresses that they had before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const db = database as Kysely<Before>;
  await db
    .deleteFrom('page_slugs')
    .where('page_id', 'not in', db.selectFrom('pages').select('id'))
    .where('page_id', 'not in', db.selectFrom('trashed_pages').select('page_id'))
    .execute();
}
