import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { APPLICATION_NAME } from './postgres-dialect.ts';
import type { Database } from './tables.ts';

const WAIT_MS = 3_000;
const POLL_INTERVAL_MS = 100;

async function countOtherConnections(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION_NAME}
      and pid <> pg_backend_pid()
  `.execute(db);
  return Number(rows[0]?.count);
}

/** PostgreSQL only. A running server always has a connection: it polls the content revision. */
export async function hasOtherConnections(db: Database): Promise<boolean> {
  // PostgreSQL lists a closed connection for a moment longer.
  for (let remainingMs = WAIT_MS; ; remainingMs -= POLL_INTERVAL_MS) {
    if ((await countOtherConnections(db)) === 0) return false;
    if (remainingMs <= 0) return true;
    await setTimeout(POLL_INTERVAL_MS);
  }
}
