import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { databaseFile } from './database-file.ts';

export class DatabaseInUse extends Error {}

/**
 * Does something while nobody else has the database open, or refuses to. SQLite gives up its
 * write-ahead log only for the last connection, which then has all of the data in one file. One that
 * is no database any more, or not there, is nobody's.
 */
export function useAlone<Result>(dataDir: string, action: () => Result): Result {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) return action();
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    try {
      database.pragma('journal_mode = DELETE');
      // Held until the action is done: a server that starts now waits, and then finds the new file.
      database.exec('begin exclusive');
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw new DatabaseInUse(file, { cause: error });
      if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) throw error;
    }
    return action();
  } finally {
    database.close();
  }
}
