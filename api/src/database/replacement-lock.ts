import { rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { giveToOwner } from './ownership.ts';

const LOCK = 'replacing.lock';

export class ReplacementLocked extends Error {}

/**
 * Lets one process at a time prepare other data for a folder. The lock is one of SQLite's: it ends
 * with the process, however that ends. Returns what gives it back.
 */
export function lockReplacement(dataDir: string): () => void {
  const file = join(dataDir, LOCK);
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    giveToOwner(dataDir, file);
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    const { code = '' } = error as { code?: string };
    if (!/^SQLITE_(BUSY|LOCKED)/.test(code)) throw error;
    throw new ReplacementLocked(dataDir, { cause: error });
  }
  return () => {
    rmSync(file, { force: true });
    database.close();
  };
}
