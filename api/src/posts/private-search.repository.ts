import { setImmediate } from 'node:timers/promises';
import { searchable } from '@longhand/contract/search';
import { sql } from 'kysely';
import { isPostgres } from '../database/dialect.ts';
import type { Database } from '../database/tables.ts';
import { BATCH_SIZE, readInBatches } from './batches.ts';

// Working copies and the trash are in no index, because visitors must not find them. Their search
// texts are compared in the database, which is fast enough for what one person writes and deletes.

function contains(db: Database, text: string) {
  const find = sql.raw(isPostgres(db) ? 'strpos' : 'instr');
  return sql<number | boolean | null>`${find}(search_text, ${text}) > 0`.as('is_found');
}

type Found = { readonly id: string; readonly is_found: number | boolean | null };

/** The next batch of rows after an id. */
type ReadBatch = (db: Database, text: string, after: string) => Promise<Found[]>;

const readTrash: ReadBatch = (db, text, after) =>
  db
    .selectFrom('trashed_posts')
    .select(['post_id as id', contains(db, text)])
    .where('post_id', '>', after)
    .orderBy('post_id')
    .limit(BATCH_SIZE)
    .execute();

const readWorkingCopies: ReadBatch = (db, text, after) =>
  db
    .selectFrom('working_copies')
    .select(['id', contains(db, text)])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();

export function latestFirst(a: string, b: string): number {
  return Number(a < b) - Number(a > b);
}

/** What `list` returns for the rows that contain the text. */
async function search<Entry>(
  db: Database,
  query: string,
  read: ReadBatch,
  list: (ids: readonly string[]) => Promise<Entry[]>,
): Promise<Entry[]> {
  const text = searchable(query);
  // PostgreSQL rejects it, and no text contains one.
  if (text.includes('\0')) return [];
  const entries: Entry[] = [];
  const batches = readInBatches(
    '',
    (after) => read(db, text, after),
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
) => search(db, query, readTrash, list);

export const searchWorkingCopies = <Entry>(
  db: Database,
  query: string,
  list: (ids: readonly string[]) => Promise<Entry[]>,
) => search(db, query, readWorkingCopies, list);
