import { sql } from 'kysely';
import type { Database } from './tables.ts';

const MAX_ERRORS = 10;

export async function* findIntegrityErrors(db: Database): AsyncGenerator<string> {
  const pages = await sql<{ integrity_check: string }>`
    ${sql.raw(`pragma integrity_check(${MAX_ERRORS})`)}
  `.execute(db);
  for (const { integrity_check } of pages.rows) if (integrity_check !== 'ok') yield integrity_check;
  const violations = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
  for (const [table, rows = []] of Object.entries(
    Object.groupBy(violations.rows, (row) => row.table),
  ))
    yield `${rows.length} rows of ${table} refer to something that does not exist`;
}
