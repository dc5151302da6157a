import { JSONParser } from '@streamparser/json';
import { createJsonGuard } from '../archive/json-guard.ts';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';

/** A row of one of Ghost's tables. */
export type GhostRecord = { readonly [column: string]: unknown };
export type TableRecord = { readonly table: string; readonly record: GhostRecord };

/** An export, and where in it the tables are: in `db[0].data`, or in `data`. */
export type GhostFile = { readonly entry: ArchiveEntry; readonly isInDb: boolean };

function incomplete(entry: ArchiveEntry, cause?: unknown): ImportError {
  return new ImportError(
    `The Ghost export ${entry.name} is damaged or incomplete: it is not JSON to its end. Export it again.`,
    { cause },
  );
}

function isRecord(value: unknown): value is GhostRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function createParser(file: GhostFile, tables: readonly string[], found: TableRecord[]) {
  const root = file.isInDb ? '$.db.*.data' : '$.data';
  const paths = tables.map((table) => `${root}.${table}.*`);
  const parser = new JSONParser({ paths, keepStack: false });
  parser.onValue = ({ value, stack }) => {
    const table = stack.at(-1)?.key;
    if (isRecord(value) && typeof table === 'string') found.push({ table, record: value });
  };
  return parser;
}

/** The records of some tables, in the order of the file; it is read as a stream each time. */
export async function* readRecords(
  archive: Archive,
  file: GhostFile,
  tables: readonly string[],
): AsyncGenerator<TableRecord> {
  const found: TableRecord[] = [];
  const parser = createParser(file, tables, found);
  const guard = createJsonGuard(file.isInDb ? 6 : 4);
  let isFirst = true;
  for await (const read of await archive.open(file.entry)) {
    const chunk = isFirst ? withoutMark(read) : read;
    isFirst = false;
    guard(chunk);
    try {
      parser.write(chunk);
    } catch (error) {
      throw incomplete(file.entry, error);
    }
    yield* found.splice(0);
  }
  if (!parser.isEnded) throw incomplete(file.entry);
}

function withoutMark(chunk: Buffer): Buffer {
  return chunk.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? chunk.subarray(3) : chunk;
}
