import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { databaseFile } from '../location.ts';
import { chownLikeDataDir } from '../ownership.ts';

export class DatabaseInUse extends Error {}

export function isLocked(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return /^SQLITE_(BUSY|LOCKED)/.test(code);
}

/** The lock lasts until the connection closes. A corrupt file cannot be locked, and is not in use. */
function acquireLock(database: SqliteDatabase.Database, onLocked: () => void): void {
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('begin exclusive; rollback');
    onLocked();
  } catch (error) {
    if (isLocked(error)) throw new DatabaseInUse(database.name, { cause: error });
    const { code = '' } = error as { code?: string };
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) throw error;
  }
}

function withLock(
  dataDir: string,
  onLocked: (database: SqliteDatabase.Database) => void,
  action: () => void,
): void {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) {
    action();
    return;
  }
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    acquireLock(database, () => onLocked(database));
    action();
  } finally {
    database.close();
  }
}

export function assertNotInUse(dataDir: string): void {
  withLock(
    dataDir,
    () => {},
    () => {},
  );
}

/** Merges the WAL into the database file first, so that the action can move that one file. */
export function withExclusiveLock(dataDir: string, action: () => void): void {
  withLock(dataDir, (database) => database.pragma('journal_mode = DELETE'), action);
}

export class ProcessLocked extends Error {}

/**
 * For one process at a time. It is a SQLite lock because the operating system releases that when the process ends, even
 * after a crash. Returns the function that releases it.
 */
export function acquireProcessLock(dataDir: string, name: string): () => void {
  const file = join(dataDir, name);
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    chownLikeDataDir(dataDir, file);
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (!isLocked(error)) throw error;
    throw new ProcessLocked(dataDir, { cause: error });
  }
  return () => {
    rmSync(file, { force: true });
    database.close();
  };
}

/** One process at a time may prepare replacement data. Returns the function that releases it. */
export function acquireReplacementLock(dataDir: string): () => void {
  return acquireProcessLock(dataDir, 'replacing.lock');
}
