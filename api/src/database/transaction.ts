import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresAdapter, sql } from 'kysely';
import { BEGIN_SNAPSHOT } from './postgres/postgres-dialect.ts';
import type { Database, Transaction } from './tables.ts';

export function isPostgres(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

export async function useAndClose<Result>(
  db: Database,
  use: (db: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

const inside = new AsyncLocalStorage<true>();

/**
 * Await nothing but the database inside: all other writers wait for the transaction, and with
 * SQLite all readers of this process, too.
 */
export function inTransaction<Result>(
  db: Database,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute((trx) => inside.run(true, () => work(trx)));
}

/** Slow operations call this, so that any test finds the bug, not only load. */
export function assertNotInTransaction(operation: string): void {
  if (inside.getStore())
    throw new Error(`${operation} within a transaction, which blocks all other writers`);
}

/**
 * Reads one consistent state while others may write. With SQLite, other queries of this `db` wait until it is done, so
 * only commands and child processes may use it.
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

/**
 * For many transactions that can be repeated: SQLite syncs to the disk at the end, not after each. A power cut may undo
 * the last ones, and damages nothing.
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
