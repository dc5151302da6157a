import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { newestSortKeys } from '../public-lists/public-posts.repository.ts';
import { listSearchResults, type Search } from './search-results.repository.ts';

/** Scanning so many texts takes as long as one index query. */
const SCANNED = 300;
/** A longer text may span two parts: see the overlap in migration 0004. */
const MAX_IN_ONE_PART = 101;

/** Migration 0004 stores these letters in lower case. */
function asInParts(text: string): string {
  return text.replace(/[ΣIJĮ]/g, (letter) => letter.toLowerCase());
}

function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Why not a join: the planner ignores the cost of reading long texts, and would read all. */
function contains(text: string, sortKey: 'newest.sort_key' | 'post_search_parts.sort_key') {
  return sql<SqlBool>`
    (select strpos(text, ${text}) from post_search where rowid = ${sql.ref(sortKey)}) > 0
  `;
}

/** A frequent text is found in the newest posts, without the index. */
async function scanNewest(db: Database, search: Search, scanned: number): Promise<number[]> {
  const rows = await db
    .selectFrom(newestSortKeys(db, { ...search, limit: scanned }).as('newest'))
    .select('sort_key')
    .where(contains(search.text, 'newest.sort_key'))
    .orderBy('sort_key', 'desc')
    .limit(search.limit)
    .execute();
  return rows.flatMap(({ sort_key }) => sort_key ?? []);
}

/** With fewer than three characters, PostgreSQL reads every part. */
function queryIndex(db: Database, search: Search): Promise<number[]> {
  const characters = [...search.text];
  const prefix = characters.slice(0, MAX_IN_ONE_PART).join('');
  const sortKeys = db
    .selectFrom('post_search_parts')
    .select('sort_key as rowid')
    .distinct()
    .where('text', 'like', containsPattern(asInParts(prefix)))
    .$if(characters.length > MAX_IN_ONE_PART, (parts) =>
      parts.where(contains(search.text, 'post_search_parts.sort_key')),
    );
  return listSearchResults(db.selectFrom(sortKeys.as('post_search')), search);
}

export async function searchSortKeys(
  db: Database,
  search: Search,
  scanned: number = SCANNED,
): Promise<number[]> {
  const found = await scanNewest(db, search, scanned);
  return found.length === search.limit ? found : queryIndex(db, search);
}
