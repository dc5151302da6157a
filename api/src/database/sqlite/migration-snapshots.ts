import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncPathNow } from '../../durable-files.ts';
import { backupsFolder, databaseFile, fileTimestamp, parseFileTimestamp } from '../location.ts';
import { chownLikeDataDir, createDataFolder } from '../ownership.ts';
import { copyDatabase, forgetVisitors } from './snapshot.ts';

const MAX_SNAPSHOTS = 3;
const SNAPSHOT = /^before-.+-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/;

type MigrationSnapshot = { readonly file: string; readonly takenAt: Date };

/** Sorted newest first. */
export function listMigrationSnapshots(dataDir: string): MigrationSnapshot[] {
  const folder = backupsFolder(dataDir);
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // The folder does not exist yet.
  }
  return names
    .filter((name) => SNAPSHOT.test(name))
    .map((name) => ({ file: join(folder, name), takenAt: parseFileTimestamp(name) ?? new Date(0) }))
    .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
}

export function snapshotFile(dataDir: string, migration: string, now: Date): string {
  return join(backupsFolder(dataDir), `before-${migration}-${fileTimestamp(now)}.sqlite`);
}

export function keepNewestSnapshots(dataDir: string): void {
  syncPathNow(backupsFolder(dataDir));
  for (const old of listMigrationSnapshots(dataDir).slice(MAX_SNAPSHOTS)) rmSync(old.file);
}

export function snapshotBeforeMigration(dataDir: string, migration: string, now: Date): string {
  createDataFolder(dataDir, backupsFolder(dataDir));
  const file = snapshotFile(dataDir, migration, now);
  copyDatabase(databaseFile(dataDir), file);
  forgetVisitors(file);
  chownLikeDataDir(dataDir, file);
  keepNewestSnapshots(dataDir);
  return file;
}
