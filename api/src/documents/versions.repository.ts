import type { VersionListQuery } from '@longhand/contract/posts/post-lists';
import type { StateChange } from '@longhand/contract/posts/state-change';
import type { NotNull } from 'kysely';
import { BATCH_SIZE, readInBatches } from '../database/batches.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import { cutPart, type ListPart } from '../http/list-part.ts';
import type { DocumentKind, StoredDocument } from './document-kinds.ts';
import { type OnCorrupt, readSnapshot, unreadable } from './snapshots.ts';

export async function insertVersion(
  trx: Transaction,
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

/** `version` is the one that changed only this. */
export async function insertStateChange(
  trx: Transaction,
  { id, version }: Pick<StoredDocument, 'id' | 'version'>,
  change: StateChange,
): Promise<void> {
  await trx.insertInto('state_changes').values({ document_id: id, version, change }).execute();
}

async function findStateChanges(
  db: Database,
  id: string,
): Promise<ReadonlyMap<number, StateChange>> {
  const rows = await db
    .selectFrom('state_changes')
    .select(['version', 'change'])
    .where('document_id', '=', id)
    .execute();
  return new Map(rows.map(({ version, change }) => [version, change]));
}

/** Throws `CorruptSnapshot` if it cannot be read. */
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
  const owner = { id, version, storedAt: row?.replaced_at ?? '' };
  return row && readSnapshot(kind, kind.stored, row.snapshot, owner);
}

export type ListedVersion = {
  readonly version: number;
  readonly title: string;
  /** Only posts have it. */
  readonly published: boolean;
  /** Only posts have it. */
  readonly state_change: StateChange | null;
  readonly saved_at: string | null;
  readonly replaced_at: string;
};

/** Sorted newest first. Versions that could not be read when the columns were added are left out. Reads no text. */
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
  const changes = await findStateChanges(db, id);
  const part = cutPart(rows, limit, ({ version }) => String(version));
  const entries = part.entries.flatMap(({ title, published, ...row }) => {
    const state_change = changes.get(row.version) ?? null;
    if (title !== null) return [{ ...row, title, published: published === 1, state_change }];
    onCorrupt(unreadable(kind.name, { id, version: row.version }, 'it could not be listed'));
    return [];
  });
  return { ...part, entries };
}

/** Sorted by document and version. */
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

export function readVersionsBefore(db: Database, kind: DocumentKind, before: string) {
  const readAfter = (last: typeof START) =>
    versionsAfter(db, kind, last)
      .select('saved_at')
      .where('saved_at', '<', before)
      .$narrowType<{ saved_at: NotNull }>()
      .execute();
  return readInBatches(START, readAfter, (row) => row);
}

export function listPresentVersions(db: Database, { table }: DocumentKind) {
  return db.selectFrom(table).select(['id', 'version']).orderBy('id').execute();
}

/** Sorted by document and version. Reads no text. */
export function listVersionNumbers(db: Database, { versions, idColumn }: DocumentKind) {
  return db
    .selectFrom(versions)
    .select([`${idColumn} as id` as const, 'version', 'saved_at'])
    .orderBy(idColumn)
    .orderBy('version')
    .execute();
}

/** Reads batches of the versions whose snapshot matches the pattern `like`. */
export function readVersions(db: Database, kind: DocumentKind, like: string) {
  const readAfter = (last: typeof START) =>
    versionsAfter(db, kind, last).select('snapshot').where('snapshot', 'like', like).execute();
  return readInBatches(START, readAfter, (row) => row);
}

export async function deleteVersions(
  trx: Transaction,
  kind: DocumentKind,
  id: string,
  version?: number,
): Promise<void> {
  await trx
    .deleteFrom(kind.versions)
    .where(kind.idColumn, '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', Number(version)))
    .execute();
  await trx
    .deleteFrom('state_changes')
    .where('document_id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', Number(version)))
    .execute();
}
