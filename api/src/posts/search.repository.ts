import { isPostgres } from '../database/dialect.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import * as postgres from './postgres-search.repository.ts';
import { INDEXED_LENGTH, type Search } from './search.ts';
import * as sqlite from './sqlite-search.repository.ts';

/** Two of what nobody can search for, so that three begin with the last character, too. */
export const TEXT_END = '\u001f'.repeat(INDEXED_LENGTH - 1);

/**
 * The sort keys of the published posts that contain a text: what `contract/search` says of one post
 * and a query, for all of them at once.
 */
export async function searchSortKeys(
  db: Database,
  search: Search,
  limits?: sqlite.SearchLimits,
): Promise<number[]> {
  // No post has one; to SQLite it would be the end of the text, and PostgreSQL refuses it.
  if (search.text.includes('\0')) return [];
  if (isPostgres(db)) return postgres.searchSortKeys(db, search, limits?.few);
  return sqlite.searchSortKeys(db, search, limits);
}

/** Null where the post is not to be found. */
export async function replaceSearchText(
  trx: DatabaseTransaction,
  sortKey: number,
  text: string | null,
): Promise<void> {
  await trx.deleteFrom('post_search').where('rowid', '=', sortKey).execute();
  if (text === null) return;
  await trx
    .insertInto('post_search')
    .values({ rowid: sortKey, text: text + TEXT_END })
    .execute();
}
