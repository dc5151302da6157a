import { sql } from 'kysely';
import { countChanged, countRows, isFound } from '../database/results.ts';
import type { Database, SessionsTable } from '../database/tables.ts';
import { isPostgres } from '../database/transaction.ts';

export const PASSWORD_HASH = 'admin_password_hash';

/**
 * False if the password has changed since it was verified. One statement: a password change between
 * a check and an insert would not end this session.
 */
export async function insertSession(
  db: Database,
  session: SessionsTable,
  passwordHash: string,
): Promise<boolean> {
  const columns = Object.keys(session) as (keyof SessionsTable)[];
  return db
    .insertInto('sessions')
    .columns(columns)
    .expression((query) =>
      query
        .selectFrom('settings')
        .select(columns.map((column) => sql.val(session[column]).as(column)))
        .where('name', '=', PASSWORD_HASH)
        .where('value', '=', passwordHash)
        // Waits for a concurrent password change. SQLite has a single writer anyway.
        .$if(isPostgres(db), (select) => select.forShare()),
    )
    .returning('token_hash')
    .$call(isFound);
}

export type Validity = { readonly now: string; readonly createdAfter: string };

function validSessions(db: Database, { now, createdAfter }: Validity) {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('expires_at', '>', now)
    .where('created_at', '>', createdAfter);
}

export function findSession(
  db: Database,
  tokenHash: string,
  validity: Validity,
): Promise<SessionsTable | undefined> {
  return validSessions(db, validity).where('token_hash', '=', tokenHash).executeTakeFirst();
}

export async function hasSession(db: Database, tokenHash: string): Promise<boolean> {
  const query = db.selectFrom('sessions').select('token_hash').where('token_hash', '=', tokenHash);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Sorted by the latest use. */
export function listSessions(db: Database, validity: Validity): Promise<SessionsTable[]> {
  return validSessions(db, validity)
    .orderBy(({ fn }) => fn.coalesce('last_used_at', 'created_at'), 'desc')
    .orderBy('token_hash')
    .execute();
}

export function countSessions(db: Database, validity: Validity): Promise<number> {
  return validSessions(db, validity).$call(countRows);
}

export async function extendSession(db: Database, tokenHash: string, expiresAt: string) {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Does nothing if a concurrent request has just done so. */
export async function updateLastUse(
  db: Database,
  { token_hash, last_used_at }: Pick<SessionsTable, 'token_hash' | 'last_used_at'>,
  use: { address: string | null; last_used_at: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set(use)
    .where('token_hash', '=', token_hash)
    .where('last_used_at', last_used_at === null ? 'is' : '=', last_used_at)
    .execute();
}

export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** `id` is the start of the token's hash. Returns the whole hash; undefined if there is no such session. */
export async function deleteSessionById(
  db: Database,
  id: string,
  { now, createdAfter }: Validity,
): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('token_hash', 'like', `${id}%`)
    .where('expires_at', '>', now)
    .where('created_at', '>', createdAfter)
    .returning('token_hash')
    .executeTakeFirst();
  return deleted?.token_hash;
}

export async function deleteOtherSessions(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '!=', tokenHash).execute();
}

export async function deleteAllSessions(db: Database): Promise<void> {
  await db.deleteFrom('sessions').execute();
}

export function deleteExpiredSessions(
  db: Database,
  { now, createdAfter }: Validity,
): Promise<number> {
  return db
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<=', now), row('created_at', '<=', createdAfter)]))
    .$call(countChanged);
}
