import { readJson } from '../archive/read-json.ts';
import type { Archive, ArchiveEntry } from '../source.ts';

/** A row of one of Ghost's tables. */
export type GhostRecord = { readonly [column: string]: unknown };
/** `record` is null where a table has something else. */
export type TableRecord = { readonly table: string; readonly record: GhostRecord | null };

/** An export, and where in it the tables are: in `db[0].data`, or in `data`. */
export type GhostFile = { readonly entry: ArchiveEntry; readonly isInDb: boolean };

function isRecord(value: unknown): value is GhostRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The records of some tables, in the order of the file. */
export async function* readRecords(
  archive: Archive,
  { entry, isInDb }: GhostFile,
  tables: readonly string[],
): AsyncGenerator<TableRecord> {
  const root = isInDb ? '$.db.*.data' : '$.data';
  const paths = tables.map((table) => `${root}.${table}.*`);
  for await (const { list, value } of readJson(archive, entry, {
    paths,
    recordDepth: isInDb ? 6 : 4,
  }))
    yield { table: list, record: isRecord(value) ? value : null };
}
