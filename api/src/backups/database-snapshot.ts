import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Kysely } from 'kysely';
import { DATABASE_FILE, databaseFile } from '../database/database-file.ts';
import { type DatabaseLocation, describeLocation } from '../database/location.ts';
import { migrations as known } from '../database/migrations/index.ts';
import { chownLikeDataDir } from '../database/ownership.ts';
import { compareMigrations } from '../database/read-only.ts';
import {
  clearEphemeralTables,
  copyDatabase,
  type DatabaseSummary,
  repairSearchIndex,
  summarizeDatabase,
} from '../database/snapshot.ts';
import { sqliteReadOnlyDialect } from '../database/sqlite-dialect.ts';
import type { Tables } from '../database/tables.ts';
import { useAndClose } from '../database/use-and-close.ts';
import { findShownUploads, type ShownUploads } from '../posts/shown-uploads.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import type { RowProgress } from './copy-rows.ts';
import { copyFromPostgres } from './postgres-content.ts';
import { type OpenFile, openWhole } from './stored-uploads.ts';

export type Snapshot = {
  readonly facts: DatabaseSummary;
  readonly file: OpenFile;
  readonly named: ShownUploads;
};

const UNCHANGED = 'Nothing was changed.';
const NO_BACKUP =
  'No backup was made: it could not be restored. Copy the folder of data as it is, see what npm run doctor says, and restore an earlier backup.';

/**
 * Refuses a copy that is damaged, or not one of a blog's database. An index that can be made from
 * the rest is made anew in it.
 */
function checkWhole(copy: string, name: string, consequence = UNCHANGED): DatabaseSummary {
  const damage = repairSearchIndex(copy);
  if (damage !== undefined)
    throw new BackupError(`The database in ${name} is damaged (${damage}). ${consequence}`);
  const facts = summarizeDatabase(copy);
  if (facts.migrations.length === 0)
    throw new BackupError(`The database in ${name} is not one of a blog. ${consequence}`);
  return facts;
}

/** The same, and refuses one that this version would not understand. */
export function checkUsable(copy: string, name: string): DatabaseSummary {
  const facts = checkWhole(copy, name);
  const unknown = facts.migrations.find((migration) => !Object.hasOwn(known, migration));
  if (unknown !== undefined)
    throw new BackupError(
      `${name} was made by a newer version of the software (it has ${unknown}). Upgrade first, then try again. ${UNCHANGED}`,
    );
  return facts;
}

/** What a copy of a database names; of one that is not up to date, nobody here can say. */
function findNamedUploads(copy: string, siteUrl: string): Promise<ShownUploads> {
  const opened = new Kysely<Tables>({ dialect: sqliteReadOnlyDialect(copy) });
  return useAndClose(opened, async (db) => {
    const { pending, unknown } = await compareMigrations(db);
    if (pending.length > 0 || unknown.length > 0) return new Map();
    return (await findShownUploads(db, siteUrl)).shown;
  });
}

/** The blog's database as one SQLite file in a folder, wherever it is otherwise. */
export async function copyContent(
  place: DatabaseLocation,
  folder: string,
  progress?: RowProgress,
): Promise<string> {
  const copy = join(folder, DATABASE_FILE);
  if (place.databaseUrl === undefined) copyDatabase(databaseFile(place.dataDir), copy);
  else await copyFromPostgres(place.databaseUrl, folder, progress);
  clearEphemeralTables(copy);
  return copy;
}

/** Where a copy is made, and removed again; it is not there yet. */
type SnapshotOptions = { readonly temporary: string; readonly signal?: AbortSignal | undefined };

/** The whole database as one SQLite file, at one moment, ready to be read once. */
export async function takeSnapshot(
  place: DatabaseLocation,
  siteUrl: string,
  { temporary, signal }: SnapshotOptions,
): Promise<Snapshot> {
  try {
    await mkdir(temporary, { mode: 0o700 });
    if (temporary.startsWith(place.dataDir + sep)) chownLikeDataDir(place.dataDir, temporary);
    const copy = await copyContent(place, temporary, () => signal?.throwIfAborted());
    const facts = checkWhole(copy, describeLocation(place), NO_BACKUP);
    const named = await findNamedUploads(copy, siteUrl);
    return { facts, named, file: await openWhole(await open(copy)) };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `A copy of the database could not be made in ${dirname(temporary)}: ${reasonOf(error)}. Is there room for it, and may this user write there?`,
      { cause: error },
    );
  } finally {
    // It stays readable where it is open, and whatever happens then, nothing is left behind.
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }
}
