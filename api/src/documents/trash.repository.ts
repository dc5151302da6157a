import { type TrashListQuery, writeTrashCursor } from '@longhand/contract/posts/post-lists';
import { readById } from '../database/batches.ts';
import { hasChanged, isFound } from '../database/results.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import { cutPart, type ListPart } from '../http/list-part.ts';
import type { DocumentKind, StoredDocument } from './document-kinds.ts';
import { type OnCorrupt, readSnapshot, summaryOf, tryToRead } from './snapshots.ts';

export async function moveToTrash(
  trx: Transaction,
  kind: DocumentKind,
  document: StoredDocument,
  { deletedAt, ...columns }: { readonly deletedAt: string; readonly search_text?: string },
): Promise<void> {
  const { id } = document;
  const snapshot = JSON.stringify(document);
  await trx
    .insertInto(kind.trash)
    .values({
      [kind.idColumn]: id,
      deleted_at: deletedAt,
      summary: summaryOf(document),
      snapshot,
      ...columns,
    })
    .execute();
  await storeReferences(trx, { source: kind.trash, id }, snapshot);
  await trx.deleteFrom(kind.table).where('id', '=', id).execute();
}

function summaries(db: Database, kind: DocumentKind) {
  const id = `${kind.idColumn} as id` as const;
  return db.selectFrom(kind.trash).select([id, 'deleted_at', 'summary']);
}

export async function listTrashedIds(db: Database, kind: DocumentKind): Promise<Set<string>> {
  const rows = await db.selectFrom(kind.trash).select(`${kind.idColumn} as id`).execute();
  return new Set(rows.map(({ id }) => id));
}

type SummaryRow = { readonly id: string; readonly deleted_at: string; readonly summary: string };

/** Summaries that cannot be read are left out. */
function readSummaries<Summary extends object>(
  kind: DocumentKind<StoredDocument, Summary>,
  rows: readonly SummaryRow[],
  onCorrupt: OnCorrupt,
) {
  return rows.flatMap(({ id, deleted_at, summary }) => {
    const read = () => readSnapshot(kind, kind.summary, summary, { id, storedAt: deleted_at });
    const listed = tryToRead(read, onCorrupt);
    return listed ? [{ ...listed, deleted_at }] : [];
  });
}

export async function listTrashWithIds<Summary extends object>(
  db: Database,
  kind: DocumentKind<StoredDocument, Summary>,
  ids: readonly string[],
  onCorrupt: OnCorrupt,
) {
  const rows = await summaries(db, kind).where(kind.idColumn, 'in', ids).execute();
  return readSummaries(kind, rows, onCorrupt);
}

export type Deleted<Summary> = Summary & { readonly deleted_at: string };

/** Sorted by the latest deletion. Summaries that cannot be read are left out. Reads no text. */
export async function listTrash<Summary extends object>(
  db: Database,
  kind: DocumentKind<StoredDocument, Summary>,
  { limit, cursor }: TrashListQuery,
  onCorrupt: OnCorrupt,
): Promise<ListPart<Deleted<Summary>>> {
  const rows = await summaries(db, kind)
    .$if(cursor !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('deleted_at', kind.idColumn),
          '<',
          tuple(cursor?.deletedAt ?? '', cursor?.id ?? ''),
        ),
      ),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy(kind.idColumn, 'desc')
    .$if(limit !== undefined, (query) => query.limit(Number(limit) + 1))
    .execute();
  const part = cutPart(rows, limit, ({ deleted_at, id }) =>
    writeTrashCursor({ deletedAt: deleted_at, id }),
  );
  return { ...part, entries: readSummaries(kind, part.entries, onCorrupt) };
}

/** Reads batches of rows whose snapshot matches the pattern `like`. */
export function readTrash(db: Database, kind: DocumentKind, like: string) {
  const matching = db
    .selectFrom(kind.trash)
    .select([`${kind.idColumn} as id` as const, 'snapshot'])
    .where('snapshot', 'like', like);
  return readById(matching, { column: kind.idColumn });
}

/** `text` is the stored snapshot that the document was read from. */
export type FoundInTrash<Stored> = {
  readonly document: Stored;
  readonly text: string;
  readonly deletedAt: string;
};

/** Throws `CorruptSnapshot` if it cannot be read. */
export async function findInTrash<Stored extends StoredDocument>(
  db: Database,
  kind: DocumentKind<Stored>,
  id: string,
): Promise<FoundInTrash<Stored> | undefined> {
  const row = await db
    .selectFrom(kind.trash)
    .select(['snapshot', 'deleted_at'])
    .where(kind.idColumn, '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { snapshot: text, deleted_at: deletedAt } = row;
  const document = readSnapshot(kind, kind.stored, text, { id, storedAt: deletedAt });
  return { document, text, deletedAt };
}

export function isInTrash(db: Database, kind: DocumentKind, id: string): Promise<boolean> {
  return db
    .selectFrom(kind.trash)
    .select('deleted_at')
    .where(kind.idColumn, '=', id)
    .$call(isFound);
}

/**
 * With `text`, only a row with that snapshot is removed; without it, any, also one that cannot be read. False if
 * nothing was removed.
 */
export function removeFromTrash(
  trx: Transaction,
  kind: DocumentKind,
  id: string,
  text?: string,
): Promise<boolean> {
  return trx
    .deleteFrom(kind.trash)
    .where(kind.idColumn, '=', id)
    .$if(text !== undefined, (query) => query.where('snapshot', '=', String(text)))
    .$call(hasChanged);
}

/** Deletes the documents that were deleted before a time. Returns their ids. */
export async function purgeTrash(
  trx: Transaction,
  kind: DocumentKind,
  before: string,
): Promise<string[]> {
  const purged = await trx
    .deleteFrom(kind.trash)
    .where('deleted_at', '<', before)
    .returning(`${kind.idColumn} as id` as const)
    .execute();
  return purged.map(({ id }) => id);
}
