import { type Kysely, PostgresAdapter, sql } from 'kysely';

const COUNTS = [
  ...['views', 'visitors', 'feed_fetchers', 'desktop', 'phone', 'tablet'],
  ...[0, 25, 50, 75, 100].map((percent) => `percent_${percent}`),
  ...[0, 10, 30, 60, 180, 600].map((seconds) => `seconds_${seconds}`),
];

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** What readers saw of a deleted post is kept under its last title. */
async function keepTitles(db: Kysely<unknown>): Promise<void> {
  const keep = sql.raw(
    'update counted_posts set title = old.title, slug = old.slug where post_id = old.id;',
  );
  if (!isPostgres(db)) {
    await sql`create trigger posts_counted after delete on posts begin ${keep} end`.execute(db);
    return;
  }
  await sql`
    create function posts_counted() returns trigger language plpgsql as $$
    begin ${keep} return null; end $$
  `.execute(db);
  await sql`
    create trigger posts_counted after delete on posts
    for each row execute function posts_counted()
  `.execute(db);
}

/** The other columns are numbers. */
const TEXTS = [
  ...['day', 'key', 'kind', 'month', 'name', 'network', 'page'],
  ...['post_id', 'reader', 'slug', 'title', 'visitor', 'writer'],
];

async function createTable(
  db: Kysely<unknown>,
  name: string,
  key: readonly string[],
  others: readonly string[],
): Promise<void> {
  let table = db.schema.createTable(name);
  for (const column of [...key, ...others])
    table = TEXTS.includes(column)
      ? table.addColumn(column, 'text', (added) => added.notNull())
      : table.addColumn(column, 'integer', (added) => added.notNull().defaultTo(0));
  const keyed = table.addPrimaryKeyConstraint(`${name}_primary_key`, [...key] as never[]);
  // Without rowids, the rows are stored in the order of the key: sums of a range read them one after another.
  await (isPostgres(db) ? keyed : keyed.modifyEnd(sql`without rowid`)).execute();
}

/** Sums of single days, which are kept; and what lives for a day, of which they are made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'view_days', ['post_id', 'day'], COUNTS);
  await createTable(db, 'view_months', ['month', 'post_id'], ['views', 'visitors', 'finished']);
  await createTable(db, 'view_sources', ['post_id', 'kind', 'day', 'name'], ['views']);
  // The sums of the site are then read from the index, without looking at the rows of single posts.
  if (isPostgres(db))
    await sql`
      alter table view_sources drop constraint view_sources_primary_key,
      add constraint view_sources_primary_key primary key (post_id, kind, day, name) include (views)
    `.execute(db);
  await createTable(db, 'counted_posts', ['post_id'], ['title', 'slug']);
  await createTable(db, 'feed_subscribers', ['day', 'reader'], ['subscribers']);
  await createTable(db, 'counted_days', ['day'], ['key', 'visits', 'post_sources']);
  const states = ['network', 'views', 'ends', 'percent', 'seconds'];
  await createTable(db, 'visits', ['day', 'visitor', 'page'], states);
  await createTable(db, 'view_batches', ['writer'], ['number', 'day']);
  await db.schema.createIndex('visits_network').on('visits').columns(['day', 'network']).execute();
  await keepTitles(db);
}
