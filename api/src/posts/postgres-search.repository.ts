import type { Database } from '../database/tables.ts';
import { type FoundTexts, listFound } from './found-places.repository.ts';
import { placesInOrder } from './places.repository.ts';
import { INDEXED_LENGTH, type Search } from './search.ts';

/** So many texts are read as fast as the index is asked; what is in many posts is in one of these. */
const FEW = 300;

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * By PostgreSQL's index of three characters. Left to itself, it would rather read all texts: they
 * lie beside their table, and it does not count what reading them costs.
 */
export async function placesContaining(
  db: Database,
  search: Search,
  few: number = FEW,
): Promise<number[]> {
  const { text, tagKey, after, limit } = search;
  const isFound = (texts: FoundTexts) => texts.where('post_search.text', 'like', containing(text));
  const newest = await placesInOrder(db, { tagKey, after, limit: few });
  if (newest.length === 0) return [];
  const all = db.selectFrom('post_search');
  const found = await listFound(isFound(all.where('post_search.rowid', 'in', newest)), search);
  if (found.length === limit || newest.length < few) return found;
  // The index does not help with fewer characters than it has.
  if ([...text].length < INDEXED_LENGTH) return listFound(isFound(all), search);
  const byIndex = db
    .with(
      (name) => name('found').materialized(),
      (within) => isFound(within.selectFrom('post_search')).select('post_search.rowid'),
    )
    .selectFrom('found as post_search');
  return listFound(byIndex as unknown as FoundTexts, search);
}
