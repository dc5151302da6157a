import { type SqlBool, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Search } from './search.ts';
import { listSearchResults } from './search-results.repository.ts';
import { newestSortKeys } from './sort-keys.repository.ts';

/** So many texts are read as fast as the index is asked. */
const FEW = 300;
/** What has no more characters is whole in one part of a text: migration 0004 cuts them so. */
const WHOLE_IN_A_PART = 101;

/** As migration 0004 writes parts: with those letters small that the index could mistake. */
function asInParts(text: string): string {
  return text.replace(/[ΣIJĮ]/g, (letter) => letter.toLowerCase());
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Not as a join: PostgreSQL would read all texts for it, as it does not count what that costs. */
function isIn(text: string, sortKey: 'newest.sort_key' | 'post_search_parts.sort_key') {
  return sql<SqlBool>`
    (select strpos(text, ${text}) from post_search where rowid = ${sql.ref(sortKey)}) > 0
  `;
}

/** In order, until there are enough: what is in many posts is in one of these. */
async function lookThroughNewest(db: Database, search: Search, few: number): Promise<number[]> {
  const rows = await db
    .selectFrom(newestSortKeys(db, { ...search, limit: few }).as('newest'))
    .select('sort_key')
    .where(isIn(search.text, 'newest.sort_key'))
    .orderBy('sort_key', 'desc')
    .limit(search.limit)
    .execute();
  return rows.flatMap(({ sort_key }) => sort_key ?? []);
}

/** By the index of three characters, which does not help with fewer: then every part is read. */
function askIndex(db: Database, search: Search): Promise<number[]> {
  const characters = [...search.text];
  const beginning = characters.slice(0, WHOLE_IN_A_PART).join('');
  const sortKeys = db
    .selectFrom('post_search_parts')
    .select('sort_key as rowid')
    .distinct()
    .where('text', 'like', containing(asInParts(beginning)))
    .$if(characters.length > WHOLE_IN_A_PART, (parts) =>
      parts.where(isIn(search.text, 'post_search_parts.sort_key')),
    );
  return listSearchResults(db.selectFrom(sortKeys.as('post_search')), search);
}

export async function searchSortKeys(
  db: Database,
  search: Search,
  few: number = FEW,
): Promise<number[]> {
  const found = await lookThroughNewest(db, search, few);
  return found.length === search.limit ? found : askIndex(db, search);
}
