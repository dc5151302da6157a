import { parse } from 'csv-parse';
import { damaged } from '../archive/bounded-stream.ts';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';

/** A line of posts.csv. */
export type PostRow = { readonly [column: string]: string | undefined };

const MAX_RECORD_BYTES = 1024 ** 2;

export function findTable({ entries }: Archive): ArchiveEntry | undefined {
  return entries.find(({ name }) => /(?:^|\/)posts\.csv$/i.test(name));
}

function isRow(value: unknown): value is PostRow {
  return typeof value === 'object' && value !== null;
}

/** Each with the name of its post; the table is read as a stream. */
export async function* readTable(archive: Archive, entry: ArchiveEntry): AsyncGenerator<PostRow> {
  const source = await archive.open(entry);
  const parser = parse({
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const row of parser) if (isRow(row) && row.post_id) yield row;
  } catch (error) {
    throw error instanceof ImportError ? error : damaged(entry, error);
  } finally {
    source.destroy();
  }
}
