import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { ProblemError } from './http/problem.ts';

/** A line of a CSV by the names of its columns; `line` is its number in the file. */
export type CsvLine<Column extends string> = Readonly<Record<Column, string>> & {
  readonly line: number;
};

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

function unreadable(detail: string): ProblemError {
  return new ProblemError('invalid-input', `${detail} Nothing was changed.`);
}

/** Some programs write semicolons or tabs. */
function delimiterOf(csv: string): string {
  const [header = ''] = csv.split(/[\r\n]/, 1);
  return [',', ';', '\t'].find((sign) => header.includes(sign)) ?? ',';
}

/** So many bytes are parsed at a time: other requests are answered in between. */
const SLICE = 16_384;

async function* slicesOf(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv);
  for (let start = 0; start < bytes.length; start += SLICE) {
    yield bytes.subarray(start, start + SLICE);
    await setImmediate();
  }
}

async function* parseLines(csv: string): AsyncGenerator<Parsed> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(csv),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  try {
    yield* Readable.from(slicesOf(csv), { objectMode: false }).pipe(
      parser,
    ) as AsyncIterable<Parsed>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(
      `The CSV could not be read at line ${error.lines}: check the quotation marks there.`,
    );
  }
}

/**
 * The header names the columns, in any order and case; others are ignored. What a line lacks is empty, and
 * so are optional columns that are not there.
 */
export async function readCsv<Column extends string, Optional extends string = never>(
  csv: string,
  columns: readonly Column[],
  optional: readonly Optional[] = [],
): Promise<CsvLine<Column | Optional>[]> {
  const lines: CsvLine<Column | Optional>[] = [];
  let names: readonly string[] | undefined;
  for await (const { record, info } of parseLines(csv)) {
    if (names) lines.push(toLine(record, info.lines, names));
    else names = record.map((name) => name.toLowerCase());
  }
  if (!columns.every((column) => names?.includes(column)))
    throw unreadable(`The first line of the CSV must be the header ${columns.join(',')}.`);
  return lines;

  function toLine(record: readonly string[], line: number, names: readonly string[]) {
    const fields = [...columns, ...optional].map((column) => [
      column,
      record[names.indexOf(column)] ?? '',
    ]);
    return { ...Object.fromEntries(fields), line };
  }
}

/** As spreadsheets read it: a quote within a field is doubled. */
function quote(field: string): string {
  return /[",;\r\n\t]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Also for a part of the lines: each ends with a line break. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

/** For text of strangers: spreadsheets run what begins with one of these signs as a formula. */
export function harmlessField(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** As it was before it was made harmless. */
export function originalField(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
