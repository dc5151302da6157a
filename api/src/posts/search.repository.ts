import { type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { placesInOrder } from './places.repository.ts';

/** The index knows every three characters that follow each other, and nothing shorter. */
const INDEXED_LENGTH = 3;
/** Two of what nobody can search for, so that three begin with the last character, too. */
const TEXT_END = '\u001f'.repeat(INDEXED_LENGTH - 1);
const LAST_CHARACTER = '\u{10ffff}';

/** So many texts are read as fast as the index is asked. */
const FEW = 300;
/** With more beginnings than this, hardly a post does not contain the text. */
const MAX_BEGINNINGS = 400;

type Search = {
  /** What to look for, as `contract/search` writes it; not empty. */
  readonly text: string;
  readonly tagKey: string | undefined;
  /** The place after which to look. */
  readonly after: number;
  readonly limit: number;
};

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Reads the texts one after the other: all of them, or those in the given places. */
async function scan(db: Database, { text, after, limit }: Search, places?: readonly number[]) {
  const rows = await db
    .selectFrom('post_search')
    .select('rowid')
    .$if(places !== undefined, (query) => query.where('rowid', 'in', places ?? []))
    .where('rowid', '<', after)
    .where(sql<SqlBool>`instr(text, ${text}) > 0`)
    .orderBy('rowid', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ rowid }) => rowid);
}

/** Asks the index. */
async function match(db: Database, { tagKey, after, limit }: Search, expression: string) {
  const rows = await db
    .selectFrom('post_search')
    .select('rowid')
    .where(sql<SqlBool>`post_search match ${expression}`)
    .where('rowid', '<', after)
    .$if(tagKey !== undefined, (query) =>
      // Looked up for each that the index finds: to be asked for each of the tag takes it longer.
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('post_tags')
            .select('post_tags.tag_key')
            .where('post_tags.tag_key', '=', tagKey ?? '')
            .whereRef('post_tags.place', '=', 'post_search.rowid'),
        ),
      ),
    )
    .orderBy('rowid', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ rowid }) => rowid);
}

/** One or two characters: through all that three of them can be that begin so. */
async function matchBeginning(db: Database, search: Search): Promise<number[]> {
  const { text } = search;
  const rows = await db
    .selectFrom('post_search_terms')
    .select('term')
    .where('term', '>=', text)
    .where('term', '<=', text + LAST_CHARACTER)
    .limit(MAX_BEGINNINGS + 1)
    .execute();
  if (rows.length === 0) return [];
  if (rows.length > MAX_BEGINNINGS) return scan(db, search);
  return match(db, search, rows.map(({ term }) => quote(term)).join(' OR '));
}

/**
 * The places of the published posts that contain a text: what `contract/search` says of one post
 * and a query, for all of them at once.
 */
export async function placesContaining(db: Database, search: Search): Promise<number[]> {
  const { text, tagKey, after, limit } = search;
  // No post has one, and the index would take it for the end of the text.
  if (text.includes('\0')) return [];
  const isShort = [...text].length < INDEXED_LENGTH;
  if (isShort || tagKey !== undefined) {
    const newest = await placesInOrder(db, { tagKey, after, limit: FEW });
    const found = newest.length > 0 ? await scan(db, search, newest) : [];
    if (found.length === limit || newest.length < FEW) return found;
  }
  return isShort ? matchBeginning(db, search) : match(db, search, quote(text));
}

/** Null where the post is not to be found. */
export async function replaceSearchText(
  trx: DatabaseTransaction,
  place: number,
  text: string | null,
): Promise<void> {
  await trx.deleteFrom('post_search').where('rowid', '=', place).execute();
  if (text === null) return;
  await trx
    .insertInto('post_search')
    .values({ rowid: place, text: text + TEXT_END })
    .execute();
}
