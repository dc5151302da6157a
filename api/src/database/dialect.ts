import { PostgresAdapter } from 'kysely';
import type { Database } from './tables.ts';

/** For the few places where the two databases are asked in different words. */
export function isPostgres(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
