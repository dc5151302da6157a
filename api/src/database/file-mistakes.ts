import { sql } from 'kysely';
import type { Database } from './tables.ts';

const SHOWN = 10;

/** What is wrong with the file itself, whatever is written in it: its pages, indexes, references. */
export async function* findFileMistakes(db: Database): AsyncGenerator<string> {
  const pages = await sql<{ integrity_check: string }>`
    ${sql.raw(`pragma integrity_check(${SHOWN})`)}
  `.execute(db);
  for (const { integrity_check } of pages.rows) if (integrity_check !== 'ok') yield integrity_check;
  const references = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
  const tables = references.rows.map(({ table }) => table);
  for (const table of new Set(tables)) {
    const times = tables.filter((each) => each === table).length;
    yield `${times} rows of ${table} belong to something that is not there`;
  }
}
