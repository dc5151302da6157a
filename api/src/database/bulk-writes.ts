import { sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Database } from './tables.ts';

/**
 * For many transactions that can be repeated: SQLite waits for the disk at the end, not after each. A
 * power cut may undo the last ones, and damages nothing.
 */
export async function withBulkWrites<Result>(
  db: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  if (isPostgres(db)) return work();
  await sql`pragma synchronous = normal`.execute(db);
  try {
    return await work();
  } finally {
    await sql`pragma wal_checkpoint(passive)`.execute(db);
    await sql`pragma synchronous = full`.execute(db);
  }
}
