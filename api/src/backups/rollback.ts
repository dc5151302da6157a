import { copyFileSync, existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  backupsFolder,
  DATABASE_FILE,
  databaseFile,
  parseFileTimestamp,
} from '../database/database-file.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { listMigrationSnapshots } from '../database/migration-snapshots.ts';
import { type DatabaseSummary, summarizeDatabase } from '../database/snapshot.ts';
import { syncPathNow } from '../durable-files.ts';
import { BackupError } from './backup-error.ts';
import { checkUsable } from './database-snapshot.ts';
import { swapData, withStaging } from './swap.ts';

/** Undefined if it cannot be read, as a damaged one that somebody wants to replace. */
function lastMigration(file: string): string | undefined {
  try {
    return summarizeDatabase(file).migrations.at(-1);
  } catch {
    return undefined;
  }
}

/** Without an update in between, a second rollback would only set aside what was written since the first. */
function refuseSecondTime(dataDir: string, snapshot: string): void {
  const last = lastMigration(databaseFile(dataDir));
  if (last === undefined || last !== lastMigration(snapshot)) return;
  throw new BackupError(
    `The database is as it was before its last update already: its last migration is ${last}. To return to that copy once more, without what was written since, name it: npm run rollback -- ${basename(snapshot)}`,
  );
}

/** The database may be used by others, so that it is not replaced. */
function explainPostgres(dataDir: string, named: string | undefined): string {
  const undone = 'PostgreSQL itself undoes an update that fails.';
  const copy = named ?? listMigrationSnapshots(dataDir)[0]?.file;
  if (copy === undefined)
    return `There is nothing to roll back to: no update has left a copy in ${backupsFolder(dataDir)}. ${undone} To return to an older version, install it, create an empty database for it, and restore a backup that it made: npm run restore -- FILE.`;
  return `A database at DATABASE_URL is not replaced. ${undone} To return to\n${copy}\nstop the server, install the older version, create an empty database, and copy that file to ${databaseFile(dataDir)}. Then, without DATABASE_URL: npm run move -- --to postgres://…, with the address of the empty database. Set DATABASE_URL to it, remove the copied file, and start.`;
}

/** The newest snapshot from before a migration, or the named one. */
export function findSnapshot(
  { dataDir, databaseUrl }: DatabaseLocation,
  named: string | undefined,
): string {
  if (databaseUrl !== undefined) throw new BackupError(explainPostgres(dataDir, named));
  const folder = backupsFolder(dataDir);
  const file = named ? resolve(folder, named) : listMigrationSnapshots(dataDir)[0]?.file;
  if (file === undefined)
    throw new BackupError(
      `There is nothing to roll back to: no update of the database in ${dataDir} has left a copy in ${folder}.`,
    );
  if (!existsSync(file))
    throw new BackupError(`${file} does not exist. Copies are kept in ${folder}.`);
  if (!named) refuseSecondTime(dataDir, file);
  return file;
}

export type RolledBack = { readonly facts: DatabaseSummary; readonly previous: string | undefined };

/** Replaces only the database; the uploads stay. */
export function rollBack(dataDir: string, snapshot: string): Promise<RolledBack> {
  const now = new Date();
  return withStaging({ dataDir }, now, async (staging) => {
    const copy = join(staging, DATABASE_FILE);
    copyFileSync(snapshot, copy);
    syncPathNow(copy);
    const facts = checkUsable(copy, basename(snapshot));
    const madeAt = parseFileTimestamp(basename(snapshot)) ?? now;
    return { facts, previous: swapData(dataDir, 'rollback', { staging, madeAt, now }) };
  });
}
