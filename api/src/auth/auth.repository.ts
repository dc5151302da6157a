import { sql } from 'kysely';
import { isPostgres } from '../database/dialect.ts';
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

type Session = { token_hash: string; created_at: string; expires_at: string };

/**
 * False if the password has changed since it was verified. One statement: a password change between
 * a check and an insert would not end this session.
 */
export async function insertSession(
  db: Database,
  { token_hash, created_at, expires_at }: Session,
  passwordHash: string,
): Promise<boolean> {
  const inserted = await db
    .insertInto('sessions')
    .columns(['token_hash', 'created_at', 'expires_at'])
    .expression((query) =>
      query
        .selectFrom('settings')
        .select([
          sql.val(token_hash).as('token_hash'),
          sql.val(created_at).as('created_at'),
          sql.val(expires_at).as('expires_at'),
        ])
        .where('name', '=', PASSWORD_HASH)
        .where('value', '=', passwordHash)
        // Waits for a concurrent password change. SQLite has a single writer anyway.
        .$if(isPostgres(db), (select) => select.forShare()),
    )
    .returning('token_hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

export type Validity = { readonly now: string; readonly createdAfter: string };

export function findSession(
  db: Database,
  tokenHash: string,
  { now, createdAfter }: Validity,
): Promise<Session | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('created_at', '>', createdAfter)
    .executeTakeFirst();
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

export async function deleteExpiredSessions(
  db: Database,
  { now, createdAfter }: Validity,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<=', now), row('created_at', '<=', createdAfter)]))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
