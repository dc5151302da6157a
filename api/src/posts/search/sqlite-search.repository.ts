import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { listSortKeys } from '../public-lists/public-posts.repository.ts';
import {
  listSearchResults,
  type MatchingTexts,
  type Search,
  TRIGRAM_LENGTH,
} from './search-results.repository.ts';

const LAST_CHARACTERS = '\u{10ffff}'.repeat(TRIGRAM_LENGTH);

export type SearchLimits = {
  /** Scanning so many texts takes as long as one index query. */
  readonly scanned: number;
  /** With more matching trigrams, almost every post contains the text: scan instead. */
  readonly trigrams: number;
};

const LIMITS: SearchLimits = { scanned: 300, trigrams: 400 };

/** The index does not distinguish these characters; `listContaining` checks the text itself. */
function asIndexed(text: string): string {
  return text.replace(/[\ufffe\uffff]/g, '\ufffd');
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function listContaining(search: Search, texts: MatchingTexts): Promise<number[]> {
  const isIn = sql<SqlBool>`instr(post_search.text, ${search.text}) > 0`;
  return listSearchResults(texts.where(isIn), search);
}

/** Does not use the index. Without sort keys, all texts are scanned. */
function scan(db: Database, search: Search, sortKeys?: readonly number[]): Promise<number[]> {
  const all = db.selectFrom('post_search');
  return listContaining(search, sortKeys ? all.where('post_search.rowid', 'in', sortKeys) : all);
}

/**
 * FTS5 compares a phrase at every position of each of its trigrams. If phrase and text repeat the same trigrams, that
 * takes a second: then each trigram is queried once, and `listContaining` checks the text.
 */
function expressionFor(text: string): string {
  const characters = [...text];
  const trigrams = characters
    .slice(TRIGRAM_LENGTH - 1)
    .map((_, at) => characters.slice(at, at + TRIGRAM_LENGTH).join(''));
  const different = new Set(trigrams);
  if (different.size === trigrams.length) return quote(text);
  return [...different].map(quote).join(' AND ');
}

function queryIndex(db: Database, search: Search, expression: string): Promise<number[]> {
  const matches = sql<SqlBool>`post_search match ${expression}`;
  return listContaining(search, db.selectFrom('post_search').where(matches));
}

/** One or two characters are found by all trigrams that start with them. */
async function matchPrefix(
  db: Database,
  search: Search,
  { trigrams }: SearchLimits,
): Promise<number[]> {
  const prefix = asIndexed(search.text);
  const rows = await db
    .selectFrom('post_search_terms')
    .select('term')
    .where('term', '>=', prefix)
    .where('term', '<=', prefix + LAST_CHARACTERS)
    .limit(trigrams + 1)
    .execute();
  if (rows.length === 0) return [];
  if (rows.length > trigrams) return scan(db, search);
  return queryIndex(db, search, rows.map(({ term }) => quote(term)).join(' OR '));
}

export async function searchSortKeys(
  db: Database,
  search: Search,
  limits: SearchLimits = LIMITS,
): Promise<number[]> {
  const { text, tagKey, after, limit } = search;
  const isShort = [...text].length < TRIGRAM_LENGTH;
  if (isShort || tagKey !== undefined) {
    const newest = await listSortKeys(db, { tagKey, after, limit: limits.scanned });
    const found = newest.length > 0 ? await scan(db, search, newest) : [];
    if (found.length === limit || newest.length < limits.scanned) return found;
  }
  return isShort ? matchPrefix(db, search, limits) : queryIndex(db, search, expressionFor(text));
}
