import { type Kysely, PostgresAdapter, sql } from 'kysely';

const COUNTS = [
  ...['views', 'visitors', 'feed_fetchers', 'desktop', 'phone', 'tablet'],
  ...[0, 25, 50, 75, 100].map((percent) => `percent_${percent}`),
  ...[0, 10, 30, 60, 180, 600].map((seconds) => `seconds_${seconds}`),
];

/** What readers saw of a deleted post is kept under its last title. */
async function keepTitles(db: Kysely<unknown>): Promise<void> {
  const keep = sql.raw(
    'update counted_posts set title = old.title, slug = old.slug where post_id = old.id;',
  );
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
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

/** Sums of single days, which are kept; and what lives for a day, of which they are made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let days = db.schema
    .createTable('view_days')
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull());
  for (const name of COUNTS)
    days = days.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0));
  await days.addPrimaryKeyConstraint('view_days_primary_key', ['post_id', 'day']).execute();

  await db.schema
    .createTable('view_sources')
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('views', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('view_sources_primary_key', ['post_id', 'kind', 'day', 'name'])
    .execute();

  await db.schema
    .createTable('counted_posts')
    .addColumn('post_id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .execute();
  await keepTitles(db);

  await db.schema
    .createTable('feed_subscribers')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('reader', 'text', (column) => column.notNull())
    .addColumn('subscribers', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('feed_subscribers_primary_key', ['day', 'reader'])
    .execute();

  await db.schema
    .createTable('counted_days')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('visits', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('post_sources', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('visits')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('visitor', 'text', (column) => column.notNull())
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('views', 'integer', (column) => column.notNull())
    .addColumn('ends', 'integer', (column) => column.notNull())
    .addColumn('percent', 'integer', (column) => column.notNull())
    .addColumn('seconds', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('visits_primary_key', ['day', 'visitor', 'page'])
    .execute();
  await db.schema.createIndex('visits_network').on('visits').columns(['day', 'network']).execute();

  await db.schema
    .createTable('view_batches')
    .addColumn('writer', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .execute();
}
