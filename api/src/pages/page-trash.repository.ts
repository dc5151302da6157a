import { type TrashListQuery, writeTrashCursor } from '@longhand/contract/list-query';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import { cutPart, type ListPart } from '../http/list-part.ts';
import { type OnCorrupt, summaryOf, tryToRead } from '../posts/snapshots.ts';
import {
  type PageSnapshotSummary,
  readPageSnapshot,
  readPageSnapshotSummary,
} from './page-snapshots.ts';
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
  const snapshot = JSON.stringify(page);
  await trx
    .insertInto('trashed_pages')
    .values({
      page_id: page.id,
      deleted_at: deletedAt,
      summary: summaryOf(page),
      snapshot,
    })
    .execute();
  await storeReferences(trx, { source: 'trashed_pages', id: page.id }, snapshot);
  await deletePage(trx, page.id);
}

type ListedPage = PageSnapshotSummary & { readonly deleted_at: string };

/** The latest deletion first, without those whose summary cannot be read. Reads no text. */
export async function listTrashedPages(
  db: Database,
  { limit, cursor }: TrashListQuery,
  onCorrupt: OnCorrupt,
): Promise<ListPart<ListedPage>> {
  const rows = await db
    .selectFrom('trashed_pages')
    .select(['page_id', 'deleted_at', 'summary'])
    .$if(cursor !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('deleted_at', 'page_id'),
          '<',
          tuple(cursor?.deletedAt ?? '', cursor?.id ?? ''),
        ),
      ),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('page_id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(Number(limit) + 1))
    .execute();
  const part = cutPart(rows, limit, ({ deleted_at, page_id }) =>
    writeTrashCursor({ deletedAt: deleted_at, id: page_id }),
  );
  const entries = part.entries.flatMap(({ page_id, deleted_at, summary }) => {
    const page = tryToRead(() => readPageSnapshotSummary(summary, { id: page_id }), onCorrupt);
    return page ? [{ ...page, deleted_at }] : [];
  });
  return { ...part, entries };
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
