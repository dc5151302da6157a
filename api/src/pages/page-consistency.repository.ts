import type { Database } from '../database/tables.ts';

/** Without the contents, of which only is known whether there is one. */
export async function readPageRows(db: Database) {
  return db
    .selectFrom('pages')
    .select(['id', 'slug', 'placement', 'version'])
    .select(({ eb }) => [
      eb('content', 'is', null).as('has_default_text'),
      eb('public_content', 'is', null).as('is_rendered_when_read'),
    ])
    .orderBy('id')
    .execute();
}

export async function listVersionNumbers(db: Database) {
  return db
    .selectFrom('page_versions')
    .select(['page_id', 'version', 'saved_at'])
    .orderBy('page_id')
    .orderBy('version')
    .execute();
}

export async function listTrashedIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('trashed_pages').select('page_id').orderBy('page_id').execute();
  return rows.map(({ page_id }) => page_id);
}

/** The pages that have a working copy. */
export async function listCopiedIds(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('page_working_copies')
    .select('page_id')
    .where('page_id', 'is not', null)
    .orderBy('page_id')
    .execute();
  return rows.flatMap(({ page_id }) => page_id ?? []);
}
