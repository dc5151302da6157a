import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { DATABASE_FILE, databaseFile } from '../database/database-file.ts';
import { type DatabaseLocation, nameOfDatabase } from '../database/location.ts';
import { giveToOwner } from '../database/ownership.ts';
import { clearEphemeralTables, copyDatabase, type DatabaseFacts } from '../database/snapshot.ts';
import type { ShownUploads } from '../posts/shown-uploads.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { checkWhole } from './check-copy.ts';
import { findNamedUploads } from './named-uploads.ts';
import { copyFromPostgres } from './postgres-content.ts';
import { type OpenFile, openWhole } from './stored-uploads.ts';

export const TEMPORARY = '.tmp';

export type Snapshot = {
  readonly facts: DatabaseFacts;
  readonly file: OpenFile;
  readonly named: ShownUploads;
};

const NO_BACKUP =
  'No backup was made: it could not be restored. Copy the folder of data as it is, see what npm run doctor says, and restore an earlier backup.';

/** The blog's database as one SQLite file in a folder, wherever it is otherwise. */
export async function copyContent(
  place: DatabaseLocation,
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  const copy = join(folder, DATABASE_FILE);
  if (place.databaseUrl === undefined) copyDatabase(databaseFile(place.dataDir), copy);
  else await copyFromPostgres(place.databaseUrl, folder, signal);
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
    if (temporary.startsWith(place.dataDir + sep)) giveToOwner(place.dataDir, temporary);
    const copy = await copyContent(place, temporary, signal);
    const name = place.databaseUrl ? nameOfDatabase(place.databaseUrl) : place.dataDir;
    const facts = checkWhole(copy, name, NO_BACKUP);
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
