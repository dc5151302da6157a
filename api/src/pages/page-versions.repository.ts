import type { PageVersion } from '@longhand/contract/pages';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import type { OnCorrupt } from '../posts/snapshots.ts';
import { readPageSnapshot, tryToReadPageSnapshot } from './page-snapshots.ts';
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
    .values({ page_id: id, version, snapshot, replaced_at: replacedAt })
    .execute();
}

async function findSnapshot(db: Database, id: string, version: number) {
  const row = await db
    .selectFrom('page_versions')
    .select('snapshot')
    .where('page_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.snapshot;
}

/** Throws `CorruptSnapshot` for one that cannot be read. */
export async function findPageVersion(
  db: Database,
  id: string,
  version: number,
): Promise<StoredPage | undefined> {
  const text = await findSnapshot(db, id, version);
  return text === undefined ? undefined : readPageSnapshot(text, { id, version });
}

/** Newest first, without those that cannot be read. */
export async function listPageVersions(
  db: Database,
  id: string,
  onCorrupt: OnCorrupt,
): Promise<PageVersion[]> {
  const rows = await db
    .selectFrom('page_versions')
    .select(['version', 'replaced_at'])
    .where('page_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  const versions: PageVersion[] = [];
  for (const row of rows) {
    // One query each: a hundred versions of a long page are never in memory together.
    const text = (await findSnapshot(db, id, row.version)) ?? '';
    const page = tryToReadPageSnapshot(text, { id, version: row.version }, onCorrupt);
    if (page) versions.push({ ...row, title: page.title, saved_at: page.updated_at });
  }
  return versions;
}

export async function deletePageVersions(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('page_versions').where('page_id', '=', id).execute();
}
