import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { isPostgres } from '../database/dialect.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { MOVED_TABLES, type MovedTable, type Row } from './tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: tables by their names, whichever it is the turn of
type AnyTables = any;
type AnyDatabase = Kysely<AnyTables>;

const ROWS_AT_ONCE = 50;

export type Progress = (table: string, done: number, total: number) => void;

function columnsOf(row: Row, key: readonly string[]): Row {
  return Object.fromEntries(key.map((column) => [column, row[column]]));
}

function keyOf(row: Row, { key }: MovedTable): string {
  return JSON.stringify(key.map((column) => row[column]));
}

/** As text, the same for the same content, whichever database it comes from. */
function contentOf(row: Row): string {
  return JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function rowsOf(db: AnyDatabase, { name, key: [column = ''], without }: MovedTable) {
  const all = db.selectFrom(name);
  return without === undefined ? all : all.where(column, '!=', without);
}

/** The columns of a virtual table do not include the one that tells its rows apart. */
function selectRows(db: AnyDatabase, table: MovedTable) {
  const { name, key } = table;
  const all = rowsOf(db, table);
  return name === 'post_search' ? all.select([...key, 'text']) : all.selectAll();
}

/** Every row of a table, some at a time, in the order of their keys. */
async function* readRows(db: AnyDatabase, table: MovedTable): AsyncGenerator<Row[]> {
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ; ) {
    const after = last;
    const rows: Row[] = await selectRows(db, table)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${key}) > (${sql.join(table.key.map((column) => after?.[column]))})`,
        ),
      )
      .orderBy(sql`${key}`)
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

/** The rows of a table that have the same keys as the given ones. */
async function findRows(db: AnyDatabase, table: MovedTable, rows: readonly Row[]) {
  const anyOfThem = (eb: ExpressionBuilder<AnyTables, AnyTables>) =>
    eb.or(rows.map((row) => eb.and(columnsOf(row, table.key))));
  const found: Row[] = await selectRows(db, table).where(anyOfThem).execute();
  return new Map(found.map((row) => [keyOf(row, table), row]));
}

function isAmong(found: ReadonlyMap<string, Row>, row: Row, table: MovedTable): boolean {
  const other = found.get(keyOf(row, table));
  return other !== undefined && contentOf(other) === contentOf(row);
}

async function countRows(db: AnyDatabase, table: MovedTable): Promise<number> {
  const { count } = await rowsOf(db, table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function removeRows(db: AnyDatabase, table: MovedTable, rows: readonly Row[]) {
  for (const row of rows)
    await db
      .deleteFrom(table.name)
      .where((eb) => eb.and(columnsOf(row, table.key)))
      .execute();
}

function asOneWrite(db: AnyDatabase, write: (trx: AnyDatabase) => Promise<void>) {
  return db.isTransaction ? write(db) : inTransaction(db, write);
}

/**
 * Makes one table like the other; what is alike already is not written again. What differs goes
 * before anything comes: two posts may have exchanged what no two can have at once.
 */
async function copyTable(
  source: AnyDatabase,
  target: AnyDatabase,
  table: MovedTable,
  progress: Progress,
): Promise<void> {
  for await (const rows of readRows(target, table)) {
    const wanted = await findRows(source, table, rows);
    const other = rows.filter((row) => !isAmong(wanted, row, table));
    if (other.length > 0) await asOneWrite(target, (trx) => removeRows(trx, table, other));
  }
  const total = await countRows(source, table);
  let done = 0;
  for await (const rows of readRows(source, table)) {
    const present = await findRows(target, table, rows);
    const missing = rows.filter((row) => !present.has(keyOf(row, table)));
    if (missing.length > 0) await target.insertInto(table.name).values(missing).execute();
    done += rows.length;
    progress(table.name, done, total);
  }
}

/** One look at the whole database, whoever writes to it meanwhile. */
function atOneMoment<Result>(db: Database, read: (db: AnyDatabase) => Promise<Result>) {
  return db.connection().execute(async (connection) => {
    const begin = isPostgres(db) ? 'begin isolation level repeatable read read only' : 'begin';
    await sql.raw(begin).execute(connection);
    try {
      return await read(connection);
    } finally {
      // Nothing was written; a connection that is lost has ended it, and has said so already.
      await sql`rollback`.execute(connection).catch(() => {});
    }
  });
}

export class RowsDiffer extends Error {}

async function compareTable(
  source: AnyDatabase,
  target: AnyDatabase,
  table: MovedTable,
): Promise<number> {
  let compared = 0;
  for await (const rows of readRows(source, table)) {
    const there = await findRows(target, table, rows);
    for (const row of rows)
      if (!isAmong(there, row, table))
        throw new RowsDiffer(`${table.name} ${keyOf(row, table)} is not the same in both.`);
    compared += rows.length;
  }
  const inTarget = await countRows(target, table);
  if (inTarget !== compared)
    throw new RowsDiffer(`${table.name} has ${compared} rows here and ${inTarget} there.`);
  return compared;
}

async function compareTables(source: AnyDatabase, target: AnyDatabase): Promise<number> {
  let rows = 0;
  for (const table of MOVED_TABLES) rows += await compareTable(source, target, table);
  return rows;
}

/**
 * Makes the target's blog like the source's, and compares the two row by row. A copy that was
 * interrupted goes on where it was: what is there already is only compared. Into a transaction, all
 * of it goes or nothing. Returns the number of rows.
 */
export function copyRows(
  source: Database,
  target: Database,
  progress: Progress = () => {},
): Promise<number> {
  return atOneMoment(source, async (here) => {
    for (const table of MOVED_TABLES) await copyTable(here, target, table, progress);
    const { revision, ...state } = await here
      .selectFrom('public_state')
      .selectAll()
      .executeTakeFirstOrThrow();
    // Above both: whoever keeps pages by this number must not take those of one for the other's.
    await target
      .updateTable('public_state')
      .set({ ...state, revision: sql`revision + ${Number(revision)}` })
      .execute();
    return compareTables(here, target);
  });
}

/** As they are now; throws where they differ. */
export async function compareRows(source: Database, target: Database): Promise<void> {
  await atOneMoment(source, (here) => compareTables(here, target));
}
