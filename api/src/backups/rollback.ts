import { copyFileSync, existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  backupsFolder,
  DATABASE_FILE,
  type DatabaseLocation,
  databaseFile,
  parseFileTimestamp,
} from '../database/location.ts';
import { listMigrationSnapshots } from '../database/sqlite/migration-snapshots.ts';
import { type DatabaseSummary, summarizeDatabase } from '../database/sqlite/snapshot.ts';
import { syncPathNow } from '../durable-files.ts';
import { BackupError } from './backup-error.ts';
import { checkUsable } from './database-snapshot.ts';
import { swapData, withStaging } from './swap.ts';

/** Undefined if the database cannot be read: a damaged one may be what somebody wants to replace. */
function summaryOf(file: string): DatabaseSummary | undefined {
  try {
    return summarizeDatabase(file);
  } catch {
    return undefined;
  }
}

const lastMigration = (file: string) => summaryOf(file)?.migrations.at(-1);

export function describeVersion(summary: DatabaseSummary | undefined): string {
  const version = summary?.version
    ? `version ${summary.version}`
    : 'the version that you had before';
  const last = summary?.migrations.at(-1);
  return last === undefined ? version : `${version}, whose last migration is ${last}`;
}

/** Without an update in between, a second rollback would only set aside what was written since the first. */
function refuseSecondTime(dataDir: string, snapshot: string): void {
  const last = lastMigration(databaseFile(dataDir));
  if (last === undefined || last !== lastMigration(snapshot)) return;
  throw new BackupError(
    `The database is already as it was before its last update: its last migration is ${last}. To return to that copy once more, without what was written since, name it: npm run rollback -- ${basename(snapshot)}`,
  );
}

const UNDONE = 'PostgreSQL itself undoes an update that fails.';

/** A PostgreSQL database is not replaced, because others may use it. */
function explainPostgres(dataDir: string, copy: string): string {
  return `A database at DATABASE_URL is not replaced. ${UNDONE} To return to\n${copy}\nstop the server, install ${describeVersion(summaryOf(copy))}, create an empty database, and copy that file to ${databaseFile(dataDir)}. Then, without DATABASE_URL: npm run move -- --to postgres://…, with the address of the empty database. Set DATABASE_URL to it, remove the copied file, and start.`;
}

function explainNothing({ dataDir, databaseUrl }: DatabaseLocation): string {
  const folder = backupsFolder(dataDir);
  return databaseUrl === undefined
    ? `There is nothing to roll back to: no update of the database in ${dataDir} has left a copy in ${folder}.`
    : `There is nothing to roll back to: no update has left a copy in ${folder}. ${UNDONE} To return to an older version, install it, create an empty database for it, and restore a backup that it made: npm run restore -- FILE.`;
}

/** Without a name, the newest snapshot from before a migration. */
export function findSnapshot(location: DatabaseLocation, named: string | undefined): string {
  const { dataDir, databaseUrl } = location;
  const folder = backupsFolder(dataDir);
  const file = named ? resolve(folder, named) : listMigrationSnapshots(dataDir)[0]?.file;
  if (file === undefined) throw new BackupError(explainNothing(location));
  if (!existsSync(file))
    throw new BackupError(`${file} does not exist. Copies are kept in ${folder}.`);
  if (databaseUrl !== undefined) throw new BackupError(explainPostgres(dataDir, file));
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
