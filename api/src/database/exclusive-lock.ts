import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { databaseFile } from './database-file.ts';

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
