import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** The index knows every three characters that follow each other, and nothing shorter. */
const SHORTEST_INDEXED = 3;

/** What `contract/search` says of a post and a query, answered for all published posts at once. */
export function postsContaining(db: Database, text: string) {
  const all = db.selectFrom('post_search');
  // No post has one, and the index would take it for the end of the text.
  if (text.includes('\0')) return all.where(sql<boolean>`false`);
  if ([...text].length < SHORTEST_INDEXED) {
    return all.where(sql<boolean>`instr(post_search.text, ${text}) > 0`);
  }
  const phrase = `"${text.replaceAll('"', '""')}"`;
  return all.where(sql<boolean>`post_search match ${phrase}`);
}

/** Null where the post is not to be found. */
export async function replaceSearchText(
  trx: DatabaseTransaction,
  place: number,
  text: string | null,
): Promise<void> {
  await trx.deleteFrom('post_search').where('rowid', '=', place).execute();
  if (text !== null) await trx.insertInto('post_search').values({ rowid: place, text }).execute();
}
