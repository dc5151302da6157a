import type { RedirectInput } from '@longhand/contract/redirect-list';
import { CsvError, parse } from 'csv-parse/sync';
import { ProblemError } from '../http/problem.ts';

export type CsvLine = RedirectInput & { readonly line: number };

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

function unreadable(detail: string): ProblemError {
  return new ProblemError('invalid-input', detail);
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
      `The CSV could not be read at line ${error.lines}: check the quotation marks there. Nothing was changed.`,
    );
  }
}

/** The header names the columns, in any order; others are ignored. */
export function readCsv(csv: string): CsvLine[] {
  const [header, ...lines] = parseLines(csv);
  const names = header?.record.map((name) => name.toLowerCase()) ?? [];
  const [from, to] = [names.indexOf('from'), names.indexOf('to')];
  if (from < 0 || to < 0)
    throw unreadable('The first line of the CSV must be the header from,to. Nothing was changed.');
  return lines.map(({ record, info }) => ({
    line: info.lines,
    from: record[from] ?? '',
    to: record[to] ?? '',
  }));
}

function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

export function writeCsv(rows: readonly RedirectInput[]): string {
  return rows.map(({ from, to }) => `${quote(from)},${quote(to)}\r\n`).join('');
}
