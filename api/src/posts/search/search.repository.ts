import type { Database, Transaction } from '../../database/tables.ts';
import { isPostgres } from '../../database/transaction.ts';
import * as postgres from './postgres-search.repository.ts';
import { type Search, TRIGRAM_LENGTH } from './search-results.repository.ts';
import * as sqlite from './sqlite-search.repository.ts';

/** Padding that no query contains, so that a trigram starts at each of the last characters. */
export const TEXT_END = '\u001f'.repeat(TRIGRAM_LENGTH - 1);

/** Finds the published posts that `matchesSearch` would accept. */
export async function searchSortKeys(
  db: Database,
  search: Search,
  limits?: sqlite.SearchLimits,
): Promise<number[]> {
  // No post contains NUL; SQLite would end the text there, and PostgreSQL rejects it.
  if (search.text.includes('\0')) return [];
  if (isPostgres(db)) return postgres.searchSortKeys(db, search, limits?.scanned);
  return sqlite.searchSortKeys(db, search, limits);
}

/** Null removes the post from the index. */
export async function replaceSearchText(trx: Transaction, sortKey: number, text: string | null) {
  await trx.deleteFrom('post_search').where('rowid', '=', sortKey).execute();
  if (text === null) return;
  await trx
    .insertInto('post_search')
    .values({ rowid: sortKey, text: text + TEXT_END })
    .execute();
}
