import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** In characters. A text of up to `OVERLAP + 1` is whole in one part, wherever it stands. */
const PART = 512;
const OVERLAP = 100;
/** Cut into these first: PostgreSQL counts to a character from the beginning of what it cuts. */
const PARTS_IN_A_PIECE = 128;
const PIECE = PARTS_IN_A_PIECE * PART;

/**
 * The index makes letters small by the rules of the database's language, and what becomes of these
 * may depend on their neighbours. The texts are in capitals; these letters are made small before.
 */
const CAPITALS = 'ΣIJĮ';
const SMALL = 'σijį';

const number = (value: number) => sql.lit(value);

/**
 * For PostgreSQL alone, whose index knows which three characters a text has, but not where: almost
 * every long text has all that a word is made of, and was read to find out. In a part of a text
 * they are rarely together by chance, and it is read quickly, as it lies in its table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`
    create table post_search_parts (
      place bigint not null references post_search on delete cascade,
      number integer not null,
      text text collate "C" not null,
      primary key (place, number)
    )
  `.execute(db);
  // Without figures about the texts, the index is asked whatever they are, and whenever they came.
  await sql`
    alter table post_search_parts alter column text set statistics 0, alter column text set storage main
  `.execute(db);
  await sql`
    create function cut_search_text() returns trigger language plpgsql as $$
    begin
      delete from post_search_parts where place = new.rowid;
      insert into post_search_parts (place, number, text)
      select
        new.rowid,
        piece.number * ${number(PARTS_IN_A_PIECE)} + part.number,
        translate(
          substr(piece.text, part.number * ${number(PART)} + 1, ${number(PART + OVERLAP)}),
          ${sql.lit(CAPITALS)}, ${sql.lit(SMALL)}
        )
      from
        generate_series(0, length(new.text) / ${number(PIECE)}) as pieces (number),
        lateral (
          select pieces.number, substr(new.text, pieces.number * ${number(PIECE)} + 1, ${number(PIECE + OVERLAP)}) as text
          offset 0
        ) as piece,
        lateral generate_series(0, ${number(PARTS_IN_A_PIECE - 1)}) as part (number)
      where part.number * ${number(PART)} < length(piece.text);
      return null;
    end
    $$
  `.execute(db);
  await sql`
    create trigger post_search_cut after insert or update on post_search
    for each row execute function cut_search_text()
  `.execute(db);
  // Not packed: unpacking takes longer than reading.
  await sql`alter table post_search alter column text set storage external`.execute(db);
  await sql`update post_search set text = text || ''`.execute(db);
  await sql`drop index post_search_text`.execute(db);
  await sql`
    create index post_search_parts_text on post_search_parts
    using gin (text gin_trgm_ops) with (gin_pending_list_limit = 512)
  `.execute(db);
}
