import { setImmediate } from 'node:timers/promises';
import { searchable } from '@longhand/contract/search';
import { type NotNull, sql } from 'kysely';
import { BATCH_SIZE, readInBatches } from '../../database/batches.ts';
import { isPostgres } from '../../database/dialect.ts';
import type { Database } from '../../database/tables.ts';

// Working copies and the trash are in no index, because visitors must not find them. Their search
// texts are compared in the database, which is fast enough for what one person writes and deletes.

function contains(db: Database, text: string) {
  const find = sql.raw(isPostgres(db) ? 'strpos' : 'instr');
  return sql<number | boolean | null>`${find}(search_text, ${text}) > 0`.as('is_found');
}

/** The tables with search texts, and the column that has their id. */
const TRASH = { table: 'trashed_posts', id: 'post_id' } as const;
const COPIES = { table: 'working_copies', id: 'id' } as const;
type Place = typeof TRASH | typeof COPIES;

/** The next batch of rows after an id. */
function rowsAfter(db: Database, { table, id }: Place, after: string) {
  return db
    .selectFrom(table)
    .select(`${id} as id` as const)
    .where(id, '>', after)
    .orderBy(id)
    .limit(BATCH_SIZE)
    .$narrowType<{ id: NotNull }>();
}

export function latestFirst(a: string, b: string): number {
  return Number(a < b) - Number(a > b);
}

/** What `list` returns for the rows that contain the text. */
async function search<Entry>(
  db: Database,
  query: string,
  place: Place,
  list: (ids: readonly string[]) => Promise<Entry[]>,
): Promise<Entry[]> {
  const text = searchable(query);
  // PostgreSQL rejects it, and no text contains one.
  if (text.includes('\0')) return [];
  const entries: Entry[] = [];
  const batches = readInBatches(
    '',
    (after) => rowsAfter(db, place, after).select(contains(db, text)).execute(),
    ({ id }) => id,
  );
  for await (const rows of batches) {
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

/** In batches: those without a search text. */
export function readUnsearchedTrash(db: Database) {
  const readAfter = (after: string) =>
    rowsAfter(db, TRASH, after)
      .select(['snapshot', 'deleted_at'])
      .where('search_text', 'is', null)
      .execute();
  return readInBatches('', readAfter, ({ id }) => id);
}

export async function saveTrashSearchText(db: Database, id: string, text: string): Promise<void> {
  await db
    .updateTable('trashed_posts')
    .set({ search_text: text })
    .where('post_id', '=', id)
    // Restored and deleted again in the meantime.
    .where('search_text', 'is', null)
    .execute();
}

/** In batches: those without a search text. */
export function readUnsearchedCopies(db: Database) {
  const readAfter = (after: string) =>
    rowsAfter(db, COPIES, after)
      .select(['post_id as document_id', 'version', 'form'])
      .where('search_text', 'is', null)
      .execute();
  return readInBatches('', readAfter, ({ id }) => id);
}

/** Of this version of the copy. */
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
