import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import { placesInOrder } from './places.repository.ts';
import { INDEXED_LENGTH, type Search } from './search.ts';

const LAST_CHARACTERS = '\u{10ffff}'.repeat(INDEXED_LENGTH);

export type SearchLimits = {
  /** So many texts are read as fast as the index is asked. */
  readonly few: number;
  /** With more beginnings than this, hardly a post does not contain the text. */
  readonly beginnings: number;
};

const LIMITS: SearchLimits = { few: 300, beginnings: 400 };

/** The index does not tell these from each other; what it finds is looked at once more. */
function asIndexed(text: string): string {
  return text.replace(/[\ufffe\uffff]/g, '\ufffd');
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The places, newest first, of the posts that fit the rest of a search. */
async function listFound(
  { text, tagKey, after, limit }: Search,
  texts: SelectQueryBuilder<Tables, 'post_search', object>,
): Promise<number[]> {
  const rows = await texts
    .select('post_search.rowid')
    .where('post_search.rowid', '<', after)
    .where(sql<SqlBool>`instr(post_search.text, ${text}) > 0`)
    .$if(tagKey !== undefined, (query) =>
      // Looked up for each that is found: the index would take longer to be asked for each of the tag.
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('post_tags')
            .select('post_tags.tag_key')
            .where('post_tags.tag_key', '=', tagKey ?? '')
            .whereRef('post_tags.place', '=', 'post_search.rowid'),
        ),
      ),
    )
    .orderBy('post_search.rowid', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ rowid }) => rowid);
}

/** Reads the texts one after the other: all of them, or those in the given places. */
function scan(db: Database, search: Search, places?: readonly number[]): Promise<number[]> {
  const all = db.selectFrom('post_search');
  return listFound(search, places ? all.where('post_search.rowid', 'in', places) : all);
}

/** Asks the index. */
function match(db: Database, search: Search, expression: string): Promise<number[]> {
  const found = sql<SqlBool>`post_search match ${expression}`;
  return listFound(search, db.selectFrom('post_search').where(found));
}

/** One or two characters: through all that three of them can be that begin so. */
async function matchBeginning(
  db: Database,
  search: Search,
  { beginnings }: SearchLimits,
): Promise<number[]> {
  const beginning = asIndexed(search.text);
  const rows = await db
    .selectFrom('post_search_terms')
    .select('term')
    .where('term', '>=', beginning)
    .where('term', '<=', beginning + LAST_CHARACTERS)
    .limit(beginnings + 1)
    .execute();
  if (rows.length === 0) return [];
  if (rows.length > beginnings) return scan(db, search);
  return match(db, search, rows.map(({ term }) => quote(term)).join(' OR '));
}

/** By SQLite's index of every three characters that follow each other. */
export async function placesContaining(
  db: Database,
  search: Search,
  limits: SearchLimits = LIMITS,
): Promise<number[]> {
  const { text, tagKey, after, limit } = search;
  const isShort = [...text].length < INDEXED_LENGTH;
  if (isShort || tagKey !== undefined) {
    const newest = await placesInOrder(db, { tagKey, after, limit: limits.few });
    const found = newest.length > 0 ? await scan(db, search, newest) : [];
    if (found.length === limit || newest.length < limits.few) return found;
  }
  return isShort ? matchBeginning(db, search, limits) : match(db, search, quote(text));
}
