import {
  type CsvRecord,
  CsvSyntaxError,
  MAX_FIELD_CHARACTERS,
  MAX_FIELDS,
  parseRecords,
} from './csv-records.ts';
import { endLongTurn } from './event-loop.ts';
import { ProblemError } from './http/problem.ts';

/** The fields by the names of their columns; `line` is the number in the file. */
export type CsvLine<Column extends string> = Readonly<Record<Column, string>> & {
  readonly line: number;
};

function unreadable(detail: string): ProblemError {
  return new ProblemError('invalid-input', `${detail} Nothing was changed.`);
}

/** Some programs write semicolons or tabs. */
function delimiterOf(csv: string): string {
  const [header = ''] = csv.split(/[\r\n]/, 1);
  return [',', ';', '\t'].find((sign) => header.includes(sign)) ?? ',';
}

const PART_SIZE = 100;

async function* readParts(csv: string): AsyncGenerator<CsvRecord[]> {
  let part: CsvRecord[] = [];
  let lines = 0;
  try {
    for (const record of parseRecords(csv, delimiterOf(csv))) {
      lines += 1;
      if (record.fields.length > 0) part.push(record);
      if (lines % PART_SIZE !== 0) continue;
      if (part.length > 0) yield part;
      part = [];
      await endLongTurn();
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    throw unreadable(
      `The CSV could not be read at line ${error.line}: check the quotation marks there. A line has at most ${MAX_FIELDS} fields of ${MAX_FIELD_CHARACTERS} characters.`,
    );
  }
  yield part;
}

/** Reads to the end, because no line of a CSV that cannot be read is used. */
async function readHeader(csv: string): Promise<string[]> {
  let header: readonly string[] | undefined;
  for await (const [first] of readParts(csv)) header ??= first?.fields;
  return (header ?? []).map((name) => name.toLowerCase());
}

/**
 * Yields the lines in parts, so that a long list is never in memory as a whole. The header names the columns, in any
 * order and case; others are ignored. What a line lacks is empty, and so are optional columns that are missing.
 */
export async function* readCsv<Column extends string, Optional extends string = never>(
  csv: string,
  columns: readonly Column[],
  optional: readonly Optional[] = [],
): AsyncGenerator<CsvLine<Column | Optional>[]> {
  const header = await readHeader(csv);
  if (!columns.every((column) => header.includes(column)))
    throw unreadable(`The first line of the CSV must be the header ${columns.join(',')}.`);
  const places = [...columns, ...optional].map(
    (column) => [column, header.indexOf(column)] as const,
  );
  const toLine = ({ fields, line }: CsvRecord) => {
    const named = places.map(([column, at]) => [column, fields[at] ?? '']);
    return { ...Object.fromEntries(named), line };
  };
  let isFirst = true;
  for await (const records of readParts(csv)) {
    yield records.slice(isFirst ? 1 : 0).map(toLine);
    isFirst = false;
  }
}

const MAX_REFUSALS = 100;
/** Longer fields are cut in a report. */
const MAX_NAMED = 200;

export const namedField = (field: string) => field.slice(0, MAX_NAMED);

export function addRefusal<Refusal>(
  report: { refused: number; readonly refusals: Refusal[] },
  refusal: Refusal,
): void {
  report.refused += 1;
  if (report.refusals.length < MAX_REFUSALS) report.refusals.push(refusal);
}

/** Spreadsheets expect a quote within a field to be doubled. */
function quote(field: string): string {
  return /[",;\r\n\t]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Each line ends with a line break, so that the parts of a list can be joined. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

/** The text may be a stranger's: spreadsheets run what begins with one of these signs as a formula. */
export function harmlessField(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

export function originalField(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
