import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { APPLICATION_NAME } from './postgres-dialect.ts';
import type { Database } from './tables.ts';

const LEAVES_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 100;

async function countOthers(db: Database): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION_NAME}
      and pid <> pg_backend_pid()
  `.execute(db);
  return Number(rows[0]?.others);
}

/** In PostgreSQL, whether a server has connections to a blog: it asks for changes all the time. */
export async function isUsedByOthers(db: Database): Promise<boolean> {
  // Those that were just closed are seen for a moment longer.
  for (let left = LEAVES_WITHIN_MS; ; left -= LOOK_EVERY_MS) {
    if ((await countOthers(db)) === 0) return false;
    if (left <= 0) return true;
    await setTimeout(LOOK_EVERY_MS);
  }
}
