import { rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { isLocked } from './exclusive-lock.ts';
import { chownLikeDataDir } from './ownership.ts';

/** Another process holds it. */
export class ProcessLocked extends Error {}

/**
 * For one process at a time. Why a SQLite lock: the operating system releases it when the process
 * ends, even after a crash. Returns the function that releases it.
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
