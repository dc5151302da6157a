import { rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { isLocked } from './exclusive-lock.ts';
import { chownLikeDataDir } from './ownership.ts';

const LOCK = 'replacing.lock';

export class ReplacementLocked extends Error {}

/**
 * One process at a time may prepare replacement data. Why a SQLite lock: the operating system
 * releases it when the process ends, even after a crash. Returns the function that releases it.
 */
export function acquireReplacementLock(dataDir: string): () => void {
  const file = join(dataDir, LOCK);
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    chownLikeDataDir(dataDir, file);
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (!isLocked(error)) throw error;
    throw new ReplacementLocked(dataDir, { cause: error });
  }
  return () => {
    rmSync(file, { force: true });
    database.close();
  };
}
