import type { VersionListQuery } from '@longhand/contract/list-query';
import type { PageVersion } from '@longhand/contract/pages';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import { cutPart, type ListPart } from '../http/list-part.ts';
import { BATCH_SIZE, readInBatches } from '../posts/batches.ts';
import type { OnCorrupt } from '../posts/snapshots.ts';
import type { StoredVersion } from '../posts/thin-versions.ts';
import { readPageSnapshot, unreadable } from './page-snapshots.ts';
import type { StoredPage } from './stored-page.ts';

export async function insertPageVersion(
  trx: DatabaseTransaction,
  page: StoredPage,
  replacedAt: string,
): Promise<void> {
  const { id, version } = page;
  const snapshot = JSON.stringify(page);
  await trx
    .insertInto('page_versions')
    .values({
      page_id: id,
      version,
      title: page.title,
      saved_at: page.updated_at,
      replaced_at: replacedAt,
      snapshot,
    })
    .execute();
  await storeReferences(trx, { source: 'page_versions', id, version }, snapshot);
}

/** Throws `CorruptSnapshot` for one that cannot be read. */
export async function findPageVersion(
  db: Database,
  id: string,
  version: number,
): Promise<StoredPage | undefined> {
  const row = await db
    .selectFrom('page_versions')
    .select('snapshot')
    .where('page_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && readPageSnapshot(row.snapshot, { id, version });
}

/** Newest first, without those that could not be read when they got their columns. Reads no text. */
export async function listPageVersions(
  db: Database,
  id: string,
  { limit, cursor }: VersionListQuery,
  onCorrupt: OnCorrupt,
): Promise<ListPart<PageVersion>> {
  const rows = await db
    .selectFrom('page_versions')
    .select(['version', 'title', 'saved_at', 'replaced_at'])
    .where('page_id', '=', id)
    .$if(cursor !== undefined, (query) => query.where('version', '<', Number(cursor)))
    .orderBy('version', 'desc')
    .$if(limit !== undefined, (query) => query.limit(Number(limit) + 1))
    .execute();
  const part = cutPart(rows, limit, ({ version }) => String(version));
  const entries = part.entries.flatMap(({ title, ...row }) => {
    if (title !== null) return [{ ...row, title }];
    onCorrupt(unreadable({ id, version: row.version }, 'it could not be listed'));
    return [];
  });
  return { ...part, entries };
}

/** In batches; those saved before a time. */
export function readVersionsBefore(db: Database, before: string) {
  return readInBatches(
    { id: '', version: -1, saved_at: '' },
    async ({ id, version }) => {
      const rows = await db
        .selectFrom('page_versions')
        .select(['page_id as id', 'version', 'saved_at'])
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('page_id', 'version'), '>', tuple(id, version)),
        )
        .where('saved_at', '<', before)
        .orderBy('page_id')
        .orderBy('version')
        .limit(BATCH_SIZE)
        .execute();
      return rows.map((row) => ({ ...row, saved_at: row.saved_at ?? '' }));
    },
    (row) => row,
  );
}

export async function deleteVersions(
  trx: DatabaseTransaction,
  versions: readonly StoredVersion[],
): Promise<void> {
  for (const { id, version } of versions)
    await trx
      .deleteFrom('page_versions')
      .where('page_id', '=', id)
      .where('version', '=', version)
      .execute();
}

export async function deletePageVersions(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('page_versions').where('page_id', '=', id).execute();
}
