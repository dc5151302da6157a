import { randomUUIDv7 } from 'node:crypto';
import { countChanged, countRows } from '../database/results.ts';
import type { Database } from '../database/tables.ts';

type FailedLogin = { address: string; name_hash: string; attempted_at: string };

export async function insertFailedLogin(db: Database, failedLogin: FailedLogin): Promise<void> {
  await db
    .insertInto('login_attempts')
    .values({ id: randomUUIDv7(), ...failedLogin })
    .execute();
}

/** Stops counting at `limit`. */
export function countFailedLoginsByName(
  db: Database,
  name: string,
  since: string,
  limit: number,
): Promise<number> {
  return db
    .selectFrom((query) =>
      query
        .selectFrom('login_attempts')
        .select('id')
        .where('attempted_at', '>', since)
        .where('name_hash', '=', name)
        .limit(limit)
        .as('failures'),
    )
    .$call(countRows);
}

/** Returns their times, newest first. */
export async function listFailedLoginsByAddress(
  db: Database,
  address: string,
  since: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('login_attempts')
    .select('attempted_at')
    .where('attempted_at', '>', since)
    .where('address', '=', address)
    .orderBy('attempted_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.attempted_at);
}

export async function deleteFailedLoginsOfName(db: Database, name: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('name_hash', '=', name).execute();
}

export async function deleteAllFailedLogins(db: Database): Promise<void> {
  await db.deleteFrom('login_attempts').execute();
}

export function deleteFailedLoginsBefore(db: Database, before: string): Promise<number> {
  return db.deleteFrom('login_attempts').where('attempted_at', '<=', before).$call(countChanged);
}
