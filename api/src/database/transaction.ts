import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, DatabaseTransaction } from './tables.ts';

const inside = new AsyncLocalStorage<true>();

/**
 * Await nothing but the database inside: all other writers wait for the transaction, and with
 * SQLite all readers of this process, too.
 */
export function inTransaction<Result>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute((trx) => inside.run(true, () => work(trx)));
}

/** For slow operations: finds the bug in any test, not only under load. */
export function assertNotInTransaction(operation: string): void {
  if (inside.getStore())
    throw new Error(`${operation} within a transaction, which blocks all other writers`);
}
