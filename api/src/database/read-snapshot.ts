import { sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import { BEGIN_SNAPSHOT } from './postgres-dialect.ts';
import type { Database } from './tables.ts';

/**
 * Reads one consistent state while others may write. With SQLite other queries of this `db` wait
 * until it is done, so it is for commands and child processes.
 */
export function inReadSnapshot<Result>(
  db: Database,
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    const begin = isPostgres(db) ? BEGIN_SNAPSHOT : 'begin';
    await sql.raw(begin).execute(connection);
    try {
      return await read(connection);
    } finally {
      // Nothing was written. A lost connection was already reported by `read`.
      await sql`rollback`.execute(connection).catch(() => {});
    }
  });
}
