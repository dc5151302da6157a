import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, DatabaseTransaction } from './tables.ts';

const inside = new AsyncLocalStorage<true>();

/**
 * Runs several statements so that they stand or fall together. Everybody else who writes waits for
 * it, and with SQLite every reader of this process, too: nothing but the database is awaited within.
 */
export function inTransaction<Result>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute((trx) => inside.run(true, () => work(trx)));
}

/** For whatever can take long: a mistake in the code fails at once, and not only on a slow day. */
export function refuseInTransaction(what: string): void {
  if (inside.getStore())
    throw new Error(
      `${what} within a transaction, for which everybody else waits: do it before or after`,
    );
}
