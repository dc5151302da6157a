import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** However many are published in the same millisecond, each has a place of its own. */
const PLACES_PER_MILLISECOND = 1_000;

type Row = { id: string; published_at: string };

/** Gives every post that was ever published its place in the order in which they are listed. */
// biome-ignore lint/suspicious/noExplicitAny: the tables as they were then, not as they are now
async function placePosts(db: Kysely<any>): Promise<void> {
  const rows: Row[] = await db
    .selectFrom('posts')
    .select(['id', 'published_at'])
    .where('published_at', 'is not', null)
    .orderBy('published_at')
    .orderBy('id')
    .execute();
  let place = 0;
  for (const { id, published_at } of rows) {
    place = Math.max(place + 1, Date.parse(published_at) * PLACES_PER_MILLISECOND);
    await db.updateTable('posts').set({ place }).where('id', '=', id).execute();
  }
}

/**
 * What public lists, topics and searches need to cost the same whatever the number of posts: an
 * order in one number, the topics in that order, an index of every three characters of the text,
 * and the state of it all in one row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('posts').addColumn('place', 'bigint').execute();
  await placePosts(db);
  await db.schema.dropIndex('posts_newest_published').execute();
  await db.schema.createIndex('posts_by_place').unique().on('posts').column('place').execute();
  await db.schema
    .createIndex('posts_public')
    .on('posts')
    .columns(['published', 'place desc'])
    .execute();

  await db.schema.alterTable('post_tags').addColumn('place', 'bigint').execute();
  await sql`
    update post_tags set place =
      (select place from posts where posts.id = post_tags.post_id and posts.published = 1)
  `.execute(db);
  await db.schema.dropIndex('post_tags_by_key').execute();
  await db.schema
    .createIndex('post_tags_in_order')
    .on('post_tags')
    .columns(['tag_key', 'place desc'])
    .execute();

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? indexTextInPostgres(db) : indexTextInSqlite(db));
  // Two characters after the end: so three begin with each character of the text.
  await sql`
    insert into post_search (rowid, text)
    select place, search_text || ${sql.lit('\u001f\u001f')} from posts where published = 1 order by place
  `.execute(db);
  await db.schema.alterTable('posts').dropColumn('search_text').execute();

  await db.schema
    .createTable('public_state')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('posts', 'bigint', (column) => column.notNull())
    .addColumn('characters', 'bigint', (column) => column.notNull())
    .execute();
  await sql`
    insert into public_state (revision, posts, characters)
    select 1, count(*), coalesce(sum(length(title) + length(excerpt) + length(public_content)), 0)
    from posts where published = 1
  `.execute(db);
  await (isPostgres ? watchPostsInPostgres(db) : watchPostsInSqlite(db));
}

async function indexTextInSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create virtual table post_search
    using fts5(text, tokenize = 'trigram case_sensitive 1')
  `.execute(db);
  await sql`
    create virtual table post_search_terms using fts5vocab(post_search, row)
  `.execute(db);
}

async function indexTextInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create table post_search (rowid bigint primary key, text text collate "C" not null)
  `.execute(db);
  await sql`
    create index post_search_text on post_search using gin (text gin_trgm_ops)
  `.execute(db);
}

const size = (row: 'old' | 'new') =>
  sql.raw(
    `${row}.published * (length(${row}.title) + length(${row}.excerpt) + length(${row}.public_content))`,
  );

/**
 * What happens to the state in a trigger, in the database itself: no write, by whatever program,
 * can forget to be seen.
 */
const COUNTED = {
  insert: {
    when: sql.raw('new.published = 1'),
    count: sql`
      update public_state set
        revision = revision + 1, posts = posts + 1, characters = characters + ${size('new')};
    `,
  },
  update: {
    when: sql.raw('old.published = 1 or new.published = 1'),
    count: sql`
      update public_state set
        revision = revision + 1,
        posts = posts + new.published - old.published,
        characters = characters + ${size('new')} - ${size('old')};
    `,
  },
  delete: {
    when: sql.raw('old.published = 1'),
    count: sql`
      update public_state set
        revision = revision + 1, posts = posts - 1, characters = characters - ${size('old')};
      delete from post_search where rowid = old.place;
    `,
  },
};

type Change = keyof typeof COUNTED;

const TRIGGERS: Readonly<Record<Change, string>> = {
  insert: 'posts_inserted',
  update: 'posts_updated',
  delete: 'posts_deleted',
};

async function watchPostsInSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [change, { when, count }] of Object.entries(COUNTED)) {
    const name = sql.raw(TRIGGERS[change as Change]);
    await sql`
      create trigger ${name} after ${sql.raw(change)} on posts when ${when} begin ${count} end
    `.execute(db);
  }
}

async function watchPostsInPostgres(db: Kysely<unknown>): Promise<void> {
  for (const [change, { when, count }] of Object.entries(COUNTED)) {
    const name = sql.raw(TRIGGERS[change as Change]);
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin ${count} return null; end $$
    `.execute(db);
    await sql`
      create trigger ${name} after ${sql.raw(change)} on posts
      for each row when (${when}) execute function ${name}()
    `.execute(db);
  }
}
