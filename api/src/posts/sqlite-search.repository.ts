import { type SqlBool, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { INDEXED_LENGTH, type Search } from './search.ts';
import { listSearchResults, type MatchingTexts } from './search-results.repository.ts';
import { listSortKeys } from './sort-keys.repository.ts';

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

/** Whatever the index finds, the text itself decides. */
function listContaining(search: Search, texts: MatchingTexts): Promise<number[]> {
  const isIn = sql<SqlBool>`instr(post_search.text, ${search.text}) > 0`;
  return listSearchResults(texts.where(isIn), search);
}

/** Reads the texts one after the other: all of them, or those in the given sort keys. */
function scan(db: Database, search: Search, sortKeys?: readonly number[]): Promise<number[]> {
  const all = db.selectFrom('post_search');
  return listContaining(search, sortKeys ? all.where('post_search.rowid', 'in', sortKeys) : all);
}

/** Asks the index. */
function match(db: Database, search: Search, expression: string): Promise<number[]> {
  const found = sql<SqlBool>`post_search match ${expression}`;
  return listContaining(search, db.selectFrom('post_search').where(found));
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
export async function searchSortKeys(
  db: Database,
  search: Search,
  limits: SearchLimits = LIMITS,
): Promise<number[]> {
  const { text, tagKey, after, limit } = search;
  const isShort = [...text].length < INDEXED_LENGTH;
  if (isShort || tagKey !== undefined) {
    const newest = await listSortKeys(db, { tagKey, after, limit: limits.few });
    const found = newest.length > 0 ? await scan(db, search, newest) : [];
    if (found.length === limit || newest.length < limits.few) return found;
  }
  return isShort ? matchBeginning(db, search, limits) : match(db, search, quote(text));
}
