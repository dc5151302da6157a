import { setImmediate } from 'node:timers/promises';
import { searchable } from '@longhand/contract/posts/search';
import { type NotNull, sql } from 'kysely';
import { readById } from '../../database/batches.ts';
import type { Database } from '../../database/tables.ts';
import { isPostgres } from '../../database/transaction.ts';

// Working copies and the trash are in no index, because visitors must not find them. Their search
// texts are compared in the database, which is fast enough for what one person writes and deletes.

function contains(db: Database, text: string) {
  const find = sql.raw(isPostgres(db) ? 'strpos' : 'instr');
  return sql<number | boolean | null>`${find}(search_text, ${text}) > 0`.as('is_found');
}

const TRASH = { table: 'trashed_posts', id: 'post_id' } as const;
const COPIES = { table: 'working_copies', id: 'id' } as const;
type Place = typeof TRASH | typeof COPIES;

function selectIds(db: Database, { table, id }: Place) {
  return db
    .selectFrom(table)
    .select(`${id} as id` as const)
    .$narrowType<{ id: NotNull }>();
}

export function latestFirst(a: string, b: string): number {
  return Number(a < b) - Number(a > b);
}

async function search<Entry>(
  db: Database,
  query: string,
  place: Place,
  list: (ids: readonly string[]) => Promise<Entry[]>,
): Promise<Entry[]> {
  const text = searchable(query);
  // PostgreSQL rejects NUL, and no text contains it.
  if (text.includes('\0')) return [];
  const entries: Entry[] = [];
  const compared = selectIds(db, place).select(contains(db, text));
  for await (const rows of readById(compared, { column: place.id })) {
    const ids = rows.flatMap(({ id, is_found }) => (is_found ? [id] : []));
    if (ids.length > 0) entries.push(...(await list(ids)));
    // SQLite is synchronous: without this, no other request would be served meanwhile.
    await setImmediate();
  }
  return entries;
}

export const searchTrash = <Entry>(
  db: Database,
  query: string,
  list: (ids: readonly string[]) => Promise<Entry[]>,
) => search(db, query, TRASH, list);

export const searchWorkingCopies = <Entry>(
  db: Database,
  query: string,
  list: (ids: readonly string[]) => Promise<Entry[]>,
) => search(db, query, COPIES, list);

export function readUnsearchedTrash(db: Database) {
  const unsearched = selectIds(db, TRASH)
    .select(['snapshot', 'deleted_at'])
    .where('search_text', 'is', null);
  return readById(unsearched, { column: TRASH.id });
}

export async function saveTrashSearchText(db: Database, id: string, text: string): Promise<void> {
  await db
    .updateTable('trashed_posts')
    .set({ search_text: text })
    .where('post_id', '=', id)
    // The post may have been restored and deleted again in the meantime.
    .where('search_text', 'is', null)
    .execute();
}

export function readUnsearchedCopies(db: Database) {
  const unsearched = selectIds(db, COPIES)
    .select(['post_id as document_id', 'version', 'form'])
    .where('search_text', 'is', null);
  return readById(unsearched);
}

/** Nothing is stored if the copy has another version by now. */
export async function saveCopySearchText(
  db: Database,
  { id, version }: { readonly id: string; readonly version: number },
  text: string,
): Promise<void> {
  await db
    .updateTable('working_copies')
    .set({ search_text: text })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}
