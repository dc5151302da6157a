import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/tables.ts';

type Mistake = { address: string; name_hash: string; attempted_at: string };

export async function insertFailedLogin(db: Database, mistake: Mistake): Promise<void> {
  await db
    .insertInto('login_attempts')
    .values({ id: randomUUIDv7(), ...mistake })
    .execute();
}

/** How many there were, up to a limit: no more are looked at. */
export async function countFailedLoginsOfName(
  db: Database,
  name: string,
  since: string,
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom((query) =>
      query
        .selectFrom('login_attempts')
        .select('id')
        .where('attempted_at', '>', since)
        .where('name_hash', '=', name)
        .limit(limit)
        .as('mistakes'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** When the newest mistakes of an address were made, the newest first. */
export async function listFailedLoginsOfAddress(
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

export async function deleteFailedLoginsBefore(db: Database, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('login_attempts')
    .where('attempted_at', '<=', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
