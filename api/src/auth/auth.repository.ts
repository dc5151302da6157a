import { claimSetting, findSetting, setSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';

const PASSWORD_HASH = 'admin_password_hash';

export function findPasswordHash(db: Database): Promise<string | undefined> {
  return findSetting(db, PASSWORD_HASH);
}

export function insertPasswordHash(db: Database, hash: string): Promise<boolean> {
  return claimSetting(db, PASSWORD_HASH, hash);
}

export function replacePasswordHash(db: Database, hash: string): Promise<void> {
  return setSetting(db, PASSWORD_HASH, hash);
}

export async function insertSession(
  db: Database,
  session: { token_hash: string; created_at: string; expires_at: string },
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** When the session ends, for one that has not ended yet. */
export async function findSessionExpiry(
  db: Database,
  tokenHash: string,
  now: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.expires_at;
}

export async function extendSession(
  db: Database,
  tokenHash: string,
  expiresAt: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteAllSessions(db: Database): Promise<void> {
  await db.deleteFrom('sessions').execute();
}

export async function deleteExpiredSessions(db: Database, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
