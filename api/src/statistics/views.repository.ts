import { type Transaction as KyselyTransaction, sql } from 'kysely';
import { isFound } from '../database/results.ts';
import { truncateLog } from '../database/sqlite/snapshot.ts';
import {
  type Database,
  type Tables,
  type Transaction,
  VISITOR_TABLES,
  type VisitsTable,
} from '../database/tables.ts';
import { isPostgres } from '../database/transaction.ts';
import { type Additions, type StoredDay, type ViewEvent, WHOLE_SITE } from './account.ts';
import { monthOf } from './months.ts';

export async function readRevision(db: Database): Promise<number> {
  const state = await db.selectFrom('public_state').select('revision').executeTakeFirstOrThrow();
  return Number(state.revision);
}

/** All processes get the key that the first one has stored. */
export async function readDayKey(db: Database, day: string, newKey: string): Promise<string> {
  const find = () =>
    db.selectFrom('counted_days').select('key').where('day', '=', day).executeTakeFirst();
  const existing = await find();
  if (existing) return existing.key;
  await db
    .insertInto('counted_days')
    .values({ day, key: newKey, visits: 0, post_sources: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())?.key ?? newKey;
}

export type Batch = {
  readonly writer: string;
  /** Grows with each batch of a writer. */
  readonly number: number;
  readonly day: string;
  /** That of its visitors. */
  readonly key: string;
};

/**
 * The key is gone if all numbers were deleted since, or the day has ended: then nothing is to be written. A batch may be
 * there already, because whoever lost the connection at the commit cannot know. The day's row is locked, so that
 * processes write one after another and see what the others have written.
 */
export async function beginBatch(trx: Transaction, { writer, number, day, key }: Batch) {
  const counted = await trx
    .selectFrom('counted_days')
    .select(['key', 'visits', 'post_sources'])
    .where('day', '=', day)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (counted?.key !== key) return 'key is gone';
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('view_batches')
    .values({ writer, number, day })
    .onConflict((conflict) =>
      conflict
        .column('writer')
        .doUpdateSet({ number, day })
        .where('view_batches.number', '<', number),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n ? counted : 'already written';
}

/** PostgreSQL and SQLite limit the parameters of a statement. */
const PART_SIZE = 500;

async function inParts<Value>(
  values: readonly Value[],
  use: (part: Value[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < values.length; start += PART_SIZE)
    await use(values.slice(start, start + PART_SIZE));
}

const unique = (values: readonly string[]) => [...new Set(values)];

/** What is stored of the day, as far as the events touch it. */
export async function readDay(
  trx: Transaction,
  day: string,
  events: readonly ViewEvent[],
  counted: { readonly visits: number; readonly post_sources: number },
): Promise<StoredDay> {
  const visits: Omit<VisitsTable, 'day'>[] = [];
  await inParts(unique(events.map(({ visitor }) => visitor)), async (visitors) => {
    const rows = await trx
      .selectFrom('visits')
      .select(['visitor', 'page', 'network', 'views', 'ends', 'percent', 'seconds'])
      .where('day', '=', day)
      .where('visitor', 'in', visitors)
      .execute();
    for (const row of rows) visits.push(row);
  });
  const visitsOfNetworks = new Map<string, number>();
  await inParts(unique(events.map(({ network }) => network)), async (networks) => {
    const rows = await trx
      .selectFrom('visits')
      .select(['network', ({ fn }) => fn.countAll().as('count')])
      .where('day', '=', day)
      .where('network', 'in', networks)
      .groupBy('network')
      .execute();
    for (const { network, count } of rows) visitsOfNetworks.set(network, Number(count));
  });
  const posts = events.flatMap((event) =>
    event.what === 'view' && event.post ? [event.post.id] : [],
  );
  const sources: StoredDay['sources'][number][] = [];
  await inParts([WHOLE_SITE, ...unique(posts)], async (ids) => {
    const rows = await trx
      .selectFrom('view_sources')
      .select(['post_id', 'kind', 'name'])
      .where('post_id', 'in', ids)
      .where('kind', 'in', ['referrer', 'language'])
      .where('day', '=', day)
      .execute();
    sources.push(...rows);
  });
  const readers = await trx
    .selectFrom('feed_subscribers')
    .select(['reader', 'subscribers'])
    .where('day', '=', day)
    .execute();
  return {
    visits,
    visitCount: counted.visits,
    visitsOfNetworks,
    sources,
    postSourceCount: counted.post_sources,
    readers,
  };
}

type Row = Readonly<Record<string, string | number>>;
// biome-ignore lint/suspicious/noExplicitAny: one statement for several tables, by their names
type AnyTransaction = KyselyTransaction<any>;

/** What is not part of the key is added to what is stored, replaces it, or is dropped. */
async function store(
  trx: AnyTransaction,
  table: keyof Tables,
  key: readonly string[],
  how: 'add' | 'replace' | 'keep',
  rows: readonly Row[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).filter((name) => !key.includes(name));
  const merged = (name: string) =>
    how === 'add'
      ? sql`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`
      : sql.ref(`excluded.${name}`);
  const values = Object.fromEntries(names.map((name) => [name, merged(name)]));
  await inParts(rows, (part) =>
    trx
      .insertInto(table)
      .values(part)
      .onConflict((conflict) => {
        const columns = conflict.columns([...key]);
        return how === 'keep' ? columns.doNothing() : columns.doUpdateSet(values);
      })
      .execute(),
  );
}

export async function addToDay(trx: Transaction, day: string, added: Additions): Promise<void> {
  const ofDay = (rows: readonly object[]) => rows.map((row) => ({ ...row, day }) as Row);
  const days = [...added.days].map(([post_id, counts]) => ({ post_id, ...counts }));
  const posts = added.posts.map(({ id, title, slug }) => ({ post_id: id, title, slug }));
  await store(trx, 'visits', ['day', 'visitor', 'page'], 'replace', ofDay(added.visits));
  await store(trx, 'view_days', ['post_id', 'day'], 'add', ofDay(days));
  const months = days
    .filter(({ post_id }) => post_id !== WHOLE_SITE)
    .map(({ post_id, views, visitors, percent_100: finished }) => ({
      ...{ month: monthOf(day), post_id },
      ...{ views, visitors, finished },
    }));
  await store(trx, 'view_months', ['month', 'post_id'], 'add', months);
  const source = ['post_id', 'kind', 'day', 'name'];
  await store(trx, 'view_sources', source, 'add', ofDay(added.sources));
  // The last title is kept when the post is deleted, which may have been since.
  await store(trx, 'counted_posts', ['post_id'], 'keep', posts);
  await store(trx, 'feed_subscribers', ['day', 'reader'], 'replace', ofDay(added.readers));
  await trx
    .updateTable('counted_days')
    .set(({ eb }) => ({
      visits: eb('visits', '+', added.visitCount),
      post_sources: eb('post_sources', '+', added.postSourceCount),
    }))
    .where('day', '=', day)
    .execute();
}

/** Afterwards nobody can tell visitors of those days from one another. */
export async function forgetVisitorsBefore(trx: Transaction, day: string): Promise<void> {
  await overwriting(trx, async () => {
    for (const table of VISITOR_TABLES)
      await trx.deleteFrom(table).where('day', '<', day).execute();
  });
}

/** SQLite leaves what stood on a page that becomes free, as overwriting it would make every deletion slower. */
export async function overwriting(trx: Transaction, remove: () => Promise<void>): Promise<void> {
  if (isPostgres(trx)) return remove();
  await sql`pragma secure_delete = on`.execute(trx);
  try {
    await remove();
  } finally {
    await sql`pragma secure_delete = fast`.execute(trx);
  }
}

/** False if SQLite still has the key in its log. PostgreSQL gives it free with its next vacuum. */
export async function truncateDatabaseLog(db: Database): Promise<boolean> {
  if (isPostgres(db)) return true;
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  return rows.every(({ file }) => truncateLog(file));
}

export function hasVisitorsBefore(db: Database, day: string): Promise<boolean> {
  return db.selectFrom('counted_days').select('day').where('day', '<', day).limit(1).$call(isFound);
}
