import type { Statistics, StatisticsQuery } from '@longhand/contract/statistics/statistics';
import type { Database, SourceKind, Transaction, ViewCounts } from '../database/tables.ts';
import { VIEW_PARTS, WHOLE_SITE } from './account.ts';
import { splitAtMonths } from './months.ts';
import { overwriting } from './views.repository.ts';

function daysOf(db: Database, { from, to, post = WHOLE_SITE }: StatisticsQuery) {
  return db
    .selectFrom('view_days')
    .where('post_id', '=', post)
    .where('day', '>=', from)
    .where('day', '<=', to);
}

export function listDays(db: Database, query: StatisticsQuery): Promise<Statistics['days']> {
  return daysOf(db, query)
    .select(['day', 'views', 'visitors'])
    .where('views', '>', 0)
    .orderBy('day')
    .execute();
}

export async function findFirstDay(db: Database): Promise<string | null> {
  const row = await db
    .selectFrom('view_days')
    .select(({ fn }) => fn.min('day').as('day'))
    .where('post_id', '=', WHOLE_SITE)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Returns the sums of the range by the names of the counts. */
export async function sumCounts(
  db: Database,
  query: StatisticsQuery,
): Promise<Pick<ViewCounts, (typeof VIEW_PARTS)[number]>> {
  const row = await daysOf(db, query)
    .select(({ fn }) => VIEW_PARTS.map((name) => fn.sum<number>(name).as(name)))
    .executeTakeFirst();
  const sums = VIEW_PARTS.map((name) => [name, Number(row?.[name] ?? 0)]);
  return Object.fromEntries(sums);
}

type Sums = Pick<Statistics['posts'][number], 'id' | 'views' | 'visitors' | 'finished'>;

function sumDays(db: Database, { from, to }: Pick<StatisticsQuery, 'from' | 'to'>) {
  return (
    db
      .selectFrom('view_days')
      .select(({ fn }) => [
        'post_id',
        fn.sum<number>('views').as('views'),
        fn.sum<number>('visitors').as('visitors'),
        fn.sum<number>('percent_100').as('finished'),
      ])
      // Selecting by post reads only the days of the range from the index.
      .where('post_id', 'in', (eb) => eb.selectFrom('counted_posts').select('post_id'))
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy('post_id')
      .execute()
  );
}

function sumMonths(db: Database, { from, to }: Pick<StatisticsQuery, 'from' | 'to'>) {
  return db
    .selectFrom('view_months')
    .select(({ fn }) => [
      'post_id',
      fn.sum<number>('views').as('views'),
      fn.sum<number>('visitors').as('visitors'),
      fn.sum<number>('finished').as('finished'),
    ])
    .where('month', '>=', from)
    .where('month', '<=', to)
    .groupBy('post_id')
    .execute();
}

async function sumByPost(db: Database, query: StatisticsQuery): Promise<Sums[]> {
  const { months, days } = splitAtMonths(query);
  const parts = [months ? await sumMonths(db, months) : []];
  for (const range of days) parts.push(await sumDays(db, range));
  const sums = new Map<string, Sums>();
  for (const row of parts.flat()) {
    const before = sums.get(row.post_id);
    sums.set(row.post_id, {
      id: row.post_id,
      views: (before?.views ?? 0) + Number(row.views),
      visitors: (before?.visitors ?? 0) + Number(row.visitors),
      finished: (before?.finished ?? 0) + Number(row.finished),
    });
  }
  return [...sums.values()].filter(({ id }) => query.post === undefined || id === query.post);
}

async function readTitles(db: Database) {
  const rows = await db
    .selectFrom('counted_posts')
    .leftJoin('posts', 'posts.id', 'counted_posts.post_id')
    .select(['post_id', 'posts.title', 'posts.slug'])
    .select(['counted_posts.title as last_title', 'counted_posts.slug as last_slug'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.post_id,
      { title: row.title ?? row.last_title, slug: row.slug ?? row.last_slug },
    ]),
  );
}

/** The most viewed come first. */
export async function listPosts(
  db: Database,
  query: StatisticsQuery,
): Promise<Statistics['posts']> {
  const [sums, titles] = [await sumByPost(db, query), await readTitles(db)];
  return sums
    .filter(({ views }) => views > 0)
    .map((sum) => ({ ...sum, ...(titles.get(sum.id) ?? { title: '', slug: '' }) }))
    .toSorted((a, b) => b.views - a.views || (a.id < b.id ? -1 : 1));
}

/** The most views come first. */
export async function listSources(
  db: Database,
  kind: SourceKind,
  { from, to, post = WHOLE_SITE }: StatisticsQuery,
): Promise<{ name: string; views: number }[]> {
  const rows = await db
    .selectFrom('view_sources')
    .select(({ fn }) => ['name', fn.sum<number>('views').as('views')])
    .where('post_id', '=', post)
    .where('kind', '=', kind)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('name')
    .execute();
  return rows
    .map(({ name, views }) => ({ name, views: Number(views) }))
    .toSorted((a, b) => b.views - a.views || (a.name < b.name ? -1 : 1));
}

export async function listFeeds(
  db: Database,
  { from, to }: StatisticsQuery,
): Promise<Statistics['feeds']> {
  const fetched = await daysOf(db, { from, to })
    .select(['day', 'feed_fetchers'])
    .where('feed_fetchers', '>', 0)
    .orderBy('day')
    .execute();
  const reported = await db
    .selectFrom('feed_subscribers')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
  const byDay = Map.groupBy(reported, ({ day }) => day);
  const last = new Map(reported.map(({ reader, subscribers }) => [reader, subscribers]));
  const sum = (day: string) =>
    (byDay.get(day) ?? []).reduce((total, { subscribers }) => total + subscribers, 0);
  return {
    days: fetched.map(({ day, feed_fetchers }) => ({
      day,
      subscribers: sum(day),
      fetchers: feed_fetchers,
    })),
    readers: [...last]
      .map(([reader, subscribers]) => ({ reader, subscribers }))
      .toSorted((a, b) => b.subscribers - a.subscribers || (a.reader < b.reader ? -1 : 1)),
  };
}

export async function sumAllViews(db: Database): Promise<{ id: string; views: number }[]> {
  const rows = await db
    .selectFrom('view_months')
    .innerJoin('posts', 'posts.id', 'view_months.post_id')
    .select(({ fn }) => ['post_id', fn.sum<number>('views').as('views')])
    .groupBy('post_id')
    .execute();
  return rows.map(({ post_id, views }) => ({ id: post_id, views: Number(views) }));
}

// The first one waits for batches that are being written, and holds back those that come.
const TABLES = [
  'counted_days',
  'view_days',
  'view_months',
  'view_sources',
  'counted_posts',
  'feed_subscribers',
  'visits',
] as const;

/** Without the key of the day, what other processes have not written yet is dropped. */
export async function deleteAll(trx: Transaction): Promise<void> {
  await overwriting(trx, async () => {
    for (const table of TABLES) await trx.deleteFrom(table).execute();
  });
}
