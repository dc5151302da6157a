import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Kysely } from 'kysely';
import {
  DATABASE_FILE,
  type DatabaseLocation,
  databaseFile,
  describeLocation,
} from '../database/location.ts';
import { migrations as knownMigrations } from '../database/migrations/index.ts';
import { chownLikeDataDir } from '../database/ownership.ts';
import { compareMigrations } from '../database/read-only.ts';
import {
  clearEphemeralTables,
  copyDatabase,
  type DatabaseSummary,
  deleteApiTokens,
  repairSearchIndex,
  summarizeDatabase,
} from '../database/sqlite/snapshot.ts';
import { sqliteReadOnlyDialect } from '../database/sqlite/sqlite-dialect.ts';
import type { Tables } from '../database/tables.ts';
import { useAndClose } from '../database/transaction.ts';
import { type OpenFile, openFile } from '../images/image-store.ts';
import { findShownUploads, type ShownUploads } from '../posts/uploads/upload-references.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import type { RowProgress } from './copy-rows.ts';
import { copyFromPostgres } from './postgres-content.ts';

export type Snapshot = {
  readonly facts: DatabaseSummary;
  readonly file: OpenFile;
  readonly shownUploads: ShownUploads;
};

const UNCHANGED = 'Nothing was changed.';
const NO_BACKUP =
  'No backup was made: it could not be restored. Copy the data folder as it is, run npm run doctor, and restore an earlier backup.';

/** Refuses a copy that is corrupt or not the database of a blog. Corrupt indexes are rebuilt in the copy. */
function checkIntegrity(copy: string, name: string, consequence = UNCHANGED): DatabaseSummary {
  const damage = repairSearchIndex(copy);
  if (damage !== undefined)
    throw new BackupError(`The database in ${name} is damaged (${damage}). ${consequence}`);
  const facts = summarizeDatabase(copy);
  if (facts.migrations.length === 0)
    throw new BackupError(`The database in ${name} is not a blog’s database. ${consequence}`);
  return facts;
}

/** Also refuses a database of a newer version. */
export function checkUsable(copy: string, name: string): DatabaseSummary {
  const facts = checkIntegrity(copy, name);
  const unknown = facts.migrations.find((migration) => !Object.hasOwn(knownMigrations, migration));
  if (unknown !== undefined)
    throw new BackupError(
      `${name} was made by a newer version of the software (it has ${unknown}). Upgrade first, then try again. ${UNCHANGED}`,
    );
  return facts;
}

/** Empty when the database is not up to date: its tables may differ. */
function readShownUploads(copy: string, siteUrl: string): Promise<ShownUploads> {
  const opened = new Kysely<Tables>({ dialect: sqliteReadOnlyDialect(copy) });
  return useAndClose(opened, async (db) => {
    const { pending, unknown } = await compareMigrations(db);
    if (pending.length > 0 || unknown.length > 0) return new Map();
    return (await findShownUploads(db, siteUrl)).shown;
  });
}

/** Makes an SQLite file, also from PostgreSQL. */
export async function copyContent(
  location: DatabaseLocation,
  folder: string,
  progress?: RowProgress,
): Promise<string> {
  const copy = join(folder, DATABASE_FILE);
  if (location.databaseUrl === undefined) copyDatabase(databaseFile(location.dataDir), copy);
  else await copyFromPostgres(location.databaseUrl, folder, progress);
  clearEphemeralTables(copy);
  return copy;
}

/** `temporary` must not exist yet; it is removed afterwards. */
type SnapshotOptions = { readonly temporary: string; readonly signal?: AbortSignal | undefined };

/** The copy is consistent, and can be read once. */
export async function takeSnapshot(
  location: DatabaseLocation,
  siteUrl: string,
  { temporary, signal }: SnapshotOptions,
): Promise<Snapshot> {
  try {
    await mkdir(temporary, { mode: 0o700 });
    if (temporary.startsWith(location.dataDir + sep)) chownLikeDataDir(location.dataDir, temporary);
    const copy = await copyContent(location, temporary, () => signal?.throwIfAborted());
    deleteApiTokens(copy);
    const facts = checkIntegrity(copy, describeLocation(location), NO_BACKUP);
    const shownUploads = await readShownUploads(copy, siteUrl);
    return { facts, shownUploads, file: await openFile(await open(copy)) };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `A copy of the database could not be made in ${dirname(temporary)}: ${reasonOf(error)}. Is there enough space, and can this user write there?`,
      { cause: error },
    );
  } finally {
    // The open file stays readable, and no leftover can remain.
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }
}
