import {
  claimSetting,
  compareAndSetSetting,
  findSetting,
  setSetting,
} from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';

export const PASSWORD_HASH = 'admin_password_hash';

export function findPasswordHash(db: Database): Promise<string | undefined> {
  return findSetting(db, PASSWORD_HASH);
}

export function insertPasswordHash(db: Database, hash: string): Promise<boolean> {
  return claimSetting(db, PASSWORD_HASH, hash);
}

export function replacePasswordHash(db: Database, hash: string): Promise<void> {
  return setSetting(db, PASSWORD_HASH, hash);
}

/** False if it is no longer `expected`. */
export function compareAndSetPasswordHash(
  db: Database,
  expected: string,
  hash: string,
): Promise<boolean> {
  return compareAndSetSetting(db, PASSWORD_HASH, expected, hash);
}
