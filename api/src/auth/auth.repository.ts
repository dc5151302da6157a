import type { Database, DatabaseTransaction } from '../database/tables.ts';

const PASSWORD_HASH = 'admin_password_hash';

export async function findPasswordHash(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', PASSWORD_HASH)
    .executeTakeFirst();
  return row?.value;
}

export async function insertPasswordHash(db: Database, hash: string): Promise<boolean> {
  const inserted = await db
    .insertInto('settings')
    .values({ name: PASSWORD_HASH, value: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Sets the password's hash and ends every session: whoever knew the old one is out. */
export async function replacePasswordHash(trx: DatabaseTransaction, hash: string): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ name: PASSWORD_HASH, value: hash })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: hash }))
    .execute();
  await deleteAllSessions(trx);
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
