import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { databaseFile } from './database-file.ts';

export class DatabaseInUse extends Error {}

/** Takes hold of a database until its connection is closed. One that is none any more is nobody's. */
function takeHold(database: SqliteDatabase.Database, prepare: () => void): void {
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('begin exclusive; rollback');
    prepare();
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (/^SQLITE_(BUSY|LOCKED)/.test(code))
      throw new DatabaseInUse(database.name, { cause: error });
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) throw error;
  }
}

function withHold(
  dataDir: string,
  prepare: (database: SqliteDatabase.Database) => void,
  action: () => void,
): void {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) {
    action();
    return;
  }
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    takeHold(database, () => prepare(database));
    action();
  } finally {
    database.close();
  }
}

/** Changes nothing. */
export function refuseIfInUse(dataDir: string): void {
  withHold(
    dataDir,
    () => {},
    () => {},
  );
}

/** Does something while nobody else has the database open, and all of it is in its one file. */
export function withExclusiveLock(dataDir: string, action: () => void): void {
  withHold(dataDir, (database) => database.pragma('journal_mode = DELETE'), action);
}
