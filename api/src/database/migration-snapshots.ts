import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncPathNow } from '../durable-files.ts';
import { backupsFolder, databaseFile, timeFromName, timeInName } from './database-file.ts';
import { giveToOwner, makeFolder } from './ownership.ts';
import { copyDatabase } from './snapshot.ts';

const KEPT_SNAPSHOTS = 3;
const SNAPSHOT = /^before-.+-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/;

type MigrationSnapshot = { readonly file: string; readonly takenAt: Date };

/** The copies that were kept before migrations, the latest first. */
export function listMigrationSnapshots(dataDir: string): MigrationSnapshot[] {
  const folder = backupsFolder(dataDir);
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // No folder, no copies.
  }
  return names
    .filter((name) => SNAPSHOT.test(name))
    .map((name) => ({ file: join(folder, name), takenAt: timeFromName(name) ?? new Date(0) }))
    .toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime());
}

/** Keeps the database as it is before a migration, and forgets older copies. */
export function snapshotBeforeMigration(dataDir: string, migration: string, now: Date): string {
  const folder = backupsFolder(dataDir);
  makeFolder(dataDir, folder);
  const file = join(folder, `before-${migration}-${timeInName(now)}.sqlite`);
  copyDatabase(databaseFile(dataDir), file);
  giveToOwner(dataDir, file);
  syncPathNow(folder);
  for (const old of listMigrationSnapshots(dataDir).slice(KEPT_SNAPSHOTS)) rmSync(old.file);
  return file;
}
