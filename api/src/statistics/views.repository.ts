import { sql } from 'kysely';
import type { Database, Transaction, ViewCounts, VisitsTable } from '../database/tables.ts';
import { isPostgres } from '../database/transaction.ts';
import type { Additions, CountedPost, StoredDay, ViewEvent } from './account.ts';
import { WHOLE_SITE } from './account.ts';

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
};

/**
 * False if the batch was written before: whoever lost the connection at the commit cannot know. The day's row is
 * locked, so that processes write one after another and see what the others have written.
 */
export async function beginBatch(trx: Transaction, { writer, number, day }: Batch) {
  const counted = await trx
    .selectFrom('counted_days')
    .select(['visits', 'post_sources'])
    .where('day', '=', day)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst();
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
  return numInsertedOrUpdatedRows > 0n ? (counted ?? { visits: 0, post_sources: 0 }) : undefined;
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
    .select('reader')
    .where('day', '=', day)
    .execute();
  return {
    visits,
    visitCount: counted.visits,
    visitsOfNetworks,
    sources,
    postSourceCount: counted.post_sources,
    readers: readers.map(({ reader }) => reader),
  };
}

const STATES = ['views', 'ends', 'percent', 'seconds'] as const;

async function storeVisits(trx: Transaction, day: string, visits: Additions['visits']) {
  await inParts(visits, (part) =>
    trx
      .insertInto('visits')
      .values(part.map((visit) => ({ ...visit, day })))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'visitor', 'page'])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(STATES.map((name) => [name, ref(`excluded.${name}`)])),
          ),
      )
      .execute(),
  );
}

async function addToDays(trx: Transaction, day: string, days: Additions['days']) {
  await inParts([...days], (part) =>
    trx
      .insertInto('view_days')
      .values(part.map(([post_id, counts]) => ({ ...counts, post_id, day })))
      .onConflict((conflict) =>
        conflict.columns(['post_id', 'day']).doUpdateSet(({ ref }) => {
          const names = Object.keys(part[0]?.[1] ?? {}) as (keyof ViewCounts)[];
          const sums = names.map((name) => [
            name,
            sql`${ref(`view_days.${name}`)} + ${ref(`excluded.${name}`)}`,
          ]);
          return Object.fromEntries(sums);
        }),
      )
      .execute(),
  );
}

async function addToSources(trx: Transaction, day: string, sources: Additions['sources']) {
  await inParts(sources, (part) =>
    trx
      .insertInto('view_sources')
      .values(part.map((source) => ({ ...source, day })))
      .onConflict((conflict) =>
        conflict.columns(['post_id', 'kind', 'day', 'name']).doUpdateSet(({ ref }) => ({
          views: sql<number>`${ref('view_sources.views')} + ${ref('excluded.views')}`,
        })),
      )
      .execute(),
  );
}

async function storePosts(trx: Transaction, posts: readonly CountedPost[]) {
  await inParts(posts, (part) =>
    trx
      .insertInto('counted_posts')
      .values(part.map(({ id, title, slug }) => ({ post_id: id, title, slug })))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

async function storeReaders(trx: Transaction, day: string, readers: Additions['readers']) {
  await inParts(readers, (part) =>
    trx
      .insertInto('feed_subscribers')
      .values(part.map((reported) => ({ ...reported, day })))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'reader'])
          .doUpdateSet(({ ref }) => ({ subscribers: ref('excluded.subscribers') }))
          .whereRef('excluded.subscribers', '>', 'feed_subscribers.subscribers'),
      )
      .execute(),
  );
}

export async function addToDay(trx: Transaction, day: string, added: Additions): Promise<void> {
  await storeVisits(trx, day, added.visits);
  await addToDays(trx, day, added.days);
  await addToSources(trx, day, added.sources);
  await storePosts(trx, added.posts);
  await storeReaders(trx, day, added.readers);
  await trx
    .updateTable('counted_days')
    .set(({ eb }) => ({
      visits: eb('visits', '+', added.visitCount),
      post_sources: eb('post_sources', '+', added.postSourceCount),
    }))
    .where('day', '=', day)
    .execute();
}

const DAILY_TABLES = ['visits', 'view_batches', 'counted_days'] as const;

/** Afterwards nobody can tell visitors of those days from one another. The key is overwritten, not only given free. */
export async function forgetVisitorsBefore(trx: Transaction, day: string): Promise<void> {
  await trx
    .updateTable('counted_days')
    .set({ key: '-'.repeat(43) })
    .where('day', '<', day)
    .execute();
  for (const table of DAILY_TABLES) await trx.deleteFrom(table).where('day', '<', day).execute();
}

export async function hasVisitorsBefore(db: Database, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('counted_days')
    .select('day')
    .where('day', '<', day)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
