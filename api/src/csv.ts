import { CsvError, parse } from 'csv-parse/sync';
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

function parseLines(csv: string): readonly Parsed[] {
  try {
    return parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(
      `The CSV could not be read at line ${error.lines}: check the quotation marks there.`,
    );
  }
}

/** The header names the columns, in any order and case; others are ignored, empty where a line is short. */
export function readCsv<Column extends string>(
  csv: string,
  columns: readonly Column[],
): CsvLine<Column>[] {
  const [header, ...lines] = parseLines(csv);
  const names = header?.record.map((name) => name.toLowerCase()) ?? [];
  if (!columns.every((column) => names.includes(column)))
    throw unreadable(`The first line of the CSV must be the header ${columns.join(',')}.`);
  return lines.map(({ record, info }) => {
    const fields = columns.map((column) => [column, record[names.indexOf(column)] ?? '']);
    return { ...Object.fromEntries(fields), line: info.lines };
  });
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
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
