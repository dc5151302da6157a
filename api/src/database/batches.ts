import { type SelectQueryBuilder, sql } from 'kysely';
import { endLongTurn, isTurnOver } from '../event-loop.ts';
import type { Database, Tables, Transaction } from './tables.ts';
import { inTransaction } from './transaction.ts';

export const BATCH_SIZE = 100;

/** Reads rows in the order of a key, so that ten thousand posts are never in memory together. */
export async function* readInBatches<Row, Key>(
  start: Key,
  readAfter: (key: Key) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  for (let after = start; ; ) {
    const rows = await readAfter(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = keyOf(last);
  }
}

/** Reads in batches what the query finds, in the order of the id, which `column` names in the table. */
export function readById<Tables, Name extends keyof Tables, Row extends { id: string }>(
  query: SelectQueryBuilder<Tables, Name, Row>,
  { column = 'id', size = BATCH_SIZE }: { readonly column?: string; readonly size?: number } = {},
): AsyncGenerator<Row[]> {
  const id = sql.ref<string>(column);
  const ordered = query.orderBy(id).limit(size);
  return readInBatches(
    '',
    (after) => ordered.where(id, '>', after).execute() as Promise<Row[]>,
    (row) => row.id,
  );
}

/**
 * For a list of any length: requests are answered between the transactions, which take a few milliseconds each. If the
 * process ends, what was committed stays, so it must be possible to repeat all of it.
 */
export async function inShortTransactions<Item>(
  db: Database,
  items: readonly Item[],
  write: (trx: Transaction, item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  let next = left.next();
  while (!next.done) {
    await inTransaction(db, async (trx) => {
      for (let count = 0; !next.done && count < BATCH_SIZE; count += 1) {
        if (count > 0 && isTurnOver()) return;
        await write(trx, next.value);
        next = left.next();
      }
    });
    await endLongTurn();
  }
}

/** Other writers come in between. Returns how many rows were deleted. */
export async function deleteInBatches<Name extends 'events' | 'webhook_deliveries'>(
  db: Database,
  table: Name,
  ids: SelectQueryBuilder<Tables, Name, { id: string }>,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = ids.limit(BATCH_SIZE);
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where id in ${batch}`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BATCH_SIZE) return deleted;
    await endLongTurn();
  }
}
