import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** `place` becomes `sort_key`. SQLite rewrites its indexes and triggers itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['posts', 'post_tags'])
    await db.schema.alterTable(table).renameColumn('place', 'sort_key').execute();
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await db.schema.alterTable('post_search_parts').renameColumn('place', 'sort_key').execute();
  await replaceDeleteTrigger(db);
  await replaceSearchTrigger(db);
}

/** Why again: PostgreSQL stores the bodies of functions as text, with the old name in it. */
async function replaceDeleteTrigger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function posts_deleted() returns trigger language plpgsql as $$
    begin
      update public_state set
        revision = revision + 1,
        posts = posts - 1,
        characters = characters - old.published * (length(old.title) + length(old.excerpt) + length(old.public_content));
      delete from post_search where rowid = old.sort_key;
      return null;
    end
    $$
  `.execute(db);
}

/** The numbers and letters are those of 0004. */
async function replaceSearchTrigger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function cut_search_text() returns trigger language plpgsql as $$
    begin
      delete from post_search_parts where sort_key = new.rowid;
      insert into post_search_parts (sort_key, number, text)
      select
        new.rowid,
        piece.number * 128 + part.number,
        translate(substr(piece.text, part.number * 512 + 1, 612), 'ΣIJĮ', 'σijį')
      from
        generate_series(0, length(new.text) / 65536) as pieces (number),
        lateral (
          select pieces.number, substr(new.text, pieces.number * 65536 + 1, 65636) as text
          offset 0
        ) as piece,
        lateral generate_series(0, 127) as part (number)
      where part.number * 512 < length(piece.text);
      return null;
    end
    $$
  `.execute(db);
}
