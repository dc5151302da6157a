import type { Database, DatabaseTransaction } from '../database/tables.ts';
import type { OnCorrupt } from '../posts/snapshots.ts';
import { readPageSnapshot, tryToReadPageSnapshot } from './page-snapshots.ts';
import { deletePageVersions } from './page-versions.repository.ts';
import { deletePage } from './pages.repository.ts';
import type { StoredPage } from './stored-page.ts';

/** A deleted page, and the text that it was read from. */
export type TrashEntry = {
  readonly page: StoredPage;
  readonly text: string;
  readonly deletedAt: string;
};

export async function movePageToTrash(
  trx: DatabaseTransaction,
  page: StoredPage,
  deletedAt: string,
): Promise<void> {
  await trx
    .insertInto('trashed_pages')
    .values({ page_id: page.id, snapshot: JSON.stringify(page), deleted_at: deletedAt })
    .execute();
  await deletePage(trx, page.id);
}

async function findSnapshot(db: Database, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('trashed_pages')
    .select('snapshot')
    .where('page_id', '=', id)
    .executeTakeFirst();
  return row?.snapshot;
}

/** The latest deletion first, without those that cannot be read, and without their contents. */
export async function listTrashedPages(
  db: Database,
  onCorrupt: OnCorrupt,
): Promise<{ page: Omit<StoredPage, 'content'>; deletedAt: string }[]> {
  const rows = await db
    .selectFrom('trashed_pages')
    .select(['page_id', 'deleted_at'])
    .orderBy('deleted_at', 'desc')
    .orderBy('page_id', 'desc')
    .execute();
  const entries = [];
  for (const { page_id, deleted_at } of rows) {
    // One query each: a hundred long pages are never in memory together.
    const text = await findSnapshot(db, page_id);
    // Restored in the meantime.
    if (text === undefined) continue;
    const read = tryToReadPageSnapshot(text, { id: page_id }, onCorrupt);
    if (!read) continue;
    const { content: _, ...page } = read;
    entries.push({ page, deletedAt: deleted_at });
  }
  return entries;
}

/** Throws `CorruptSnapshot` for one that cannot be read. */
export async function findTrashedPage(db: Database, id: string): Promise<TrashEntry | undefined> {
  const row = await db
    .selectFrom('trashed_pages')
    .select(['snapshot', 'deleted_at'])
    .where('page_id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { snapshot, deleted_at } = row;
  return { page: readPageSnapshot(snapshot, { id }), text: snapshot, deletedAt: deleted_at };
}

/** False if it is no longer in the trash, or has another content than when it was found. */
export async function takeFromTrash(
  trx: DatabaseTransaction,
  { page, text }: TrashEntry,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('trashed_pages')
    .where('page_id', '=', page.id)
    .where('snapshot', '=', text)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** False if it is not in the trash. One that cannot be read is deleted, too. */
export async function deletePageForGood(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('trashed_pages')
    .where('page_id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await deletePageVersions(trx, id);
  return numDeletedRows > 0n;
}

export async function purgePageTrash(trx: DatabaseTransaction, before: string): Promise<number> {
  const purged = await trx
    .deleteFrom('trashed_pages')
    .where('deleted_at', '<', before)
    .returning('page_id')
    .execute();
  for (const { page_id } of purged) await deletePageVersions(trx, page_id);
  return purged.length;
}
