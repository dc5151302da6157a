import type { VersionListQuery } from '@longhand/contract/list-query';
import type { NotNull } from 'kysely';
import { BATCH_SIZE, readInBatches } from '../database/batches.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import { cutPart, type ListPart } from '../http/list-part.ts';
import type { DocumentKind, StoredDocument } from './document-kinds.ts';
import { type OnCorrupt, readSnapshot, unreadable } from './snapshots.ts';

export async function insertVersion(
  trx: DatabaseTransaction,
  kind: DocumentKind,
  document: StoredDocument & { readonly published?: boolean },
  replacedAt: string,
): Promise<void> {
  const { id, version, title, updated_at, published } = document;
  const snapshot = JSON.stringify(document);
  await trx
    .insertInto(kind.versions)
    .values({
      [kind.idColumn]: id,
      version,
      title,
      ...(published !== undefined && { published: Number(published) }),
      saved_at: updated_at,
      replaced_at: replacedAt,
      snapshot,
    })
    .execute();
  await storeReferences(trx, { source: kind.versions, id, version }, snapshot);
}

/** Throws `CorruptSnapshot` for one that cannot be read. */
export async function findVersion<Stored extends StoredDocument>(
  db: Database,
  kind: DocumentKind<Stored>,
  id: string,
  version: number,
): Promise<Stored | undefined> {
  const row = await db
    .selectFrom(kind.versions)
    .select(['snapshot', 'replaced_at'])
    .where(kind.idColumn, '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  const owner = { id, version, at: row?.replaced_at ?? '' };
  return row && readSnapshot(kind, kind.stored, row.snapshot, owner);
}

export type ListedVersion = {
  readonly version: number;
  readonly title: string;
  /** Only of posts. */
  readonly published: boolean;
  readonly saved_at: string | null;
  readonly replaced_at: string;
};

/** Newest first, without those that could not be read when they got their columns. Reads no text. */
export async function listVersions(
  db: Database,
  kind: DocumentKind,
  id: string,
  { limit, cursor }: VersionListQuery,
  onCorrupt: OnCorrupt,
): Promise<ListPart<ListedVersion>> {
  const rows = await db
    .selectFrom(kind.versions)
    .select(['version', 'title', 'saved_at', 'replaced_at', ...kind.versionColumns])
    .where(kind.idColumn, '=', id)
    .$if(cursor !== undefined, (query) => query.where('version', '<', Number(cursor)))
    .orderBy('version', 'desc')
    .$if(limit !== undefined, (query) => query.limit(Number(limit) + 1))
    .execute();
  const part = cutPart(rows, limit, ({ version }) => String(version));
  const entries = part.entries.flatMap(({ title, published, ...row }) => {
    if (title !== null) return [{ ...row, title, published: published === 1 }];
    onCorrupt(unreadable(kind.name, { id, version: row.version }, 'it could not be listed'));
    return [];
  });
  return { ...part, entries };
}

/** The next batch after a version, in the order of documents and their versions. */
function versionsAfter(
  db: Database,
  { versions, idColumn }: DocumentKind,
  { id, version }: { readonly id: string; readonly version: number },
) {
  return db
    .selectFrom(versions)
    .select([`${idColumn} as id` as const, 'version'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple(idColumn, 'version'), '>', tuple(id, version)))
    .orderBy(idColumn)
    .orderBy('version')
    .limit(BATCH_SIZE);
}

const START = { id: '', version: -1 };

/** In batches; those saved before a time. */
export function readVersionsBefore(db: Database, kind: DocumentKind, before: string) {
  const readAfter = (last: typeof START) =>
    versionsAfter(db, kind, last)
      .select('saved_at')
      .where('saved_at', '<', before)
      .$narrowType<{ saved_at: NotNull }>()
      .execute();
  return readInBatches(START, readAfter, (row) => row);
}

/** In batches; those whose snapshot is like this. */
export function readVersions(db: Database, kind: DocumentKind, like: string) {
  const readAfter = (last: typeof START) =>
    versionsAfter(db, kind, last).select('snapshot').where('snapshot', 'like', like).execute();
  return readInBatches(START, readAfter, (row) => row);
}

/** One of them, or all of a document. */
export async function deleteVersions(
  trx: DatabaseTransaction,
  kind: DocumentKind,
  id: string,
  version?: number,
): Promise<void> {
  await trx
    .deleteFrom(kind.versions)
    .where(kind.idColumn, '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', Number(version)))
    .execute();
}
