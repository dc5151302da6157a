/** A record with line breaks in quotes has the number of its last line. An empty line has no fields. */
export type CsvRecord = { readonly fields: readonly string[]; readonly line: number };

export class CsvSyntaxError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`Line ${line} is not CSV`);
    this.line = line;
  }
}

/** More are hardly a line of a list, but a quotation mark that is missing. */
export const MAX_FIELD_CHARACTERS = 100_000;
export const MAX_FIELDS = 1_000;

const LINE_BREAK = /\r\n|\r|\n/y;
const LINE_BREAKS = /\r\n|\r|\n/g;

/**
 * No package is used: the usual one makes an error, with a stack, for each line that has fewer fields than the first,
 * which takes many times as long as the rest.
 */
export function* parseRecords(
  csv: string,
  delimiter: string,
  quotes: 'strict' | 'lenient' = 'strict',
): Generator<CsvRecord> {
  // The same as `trim` takes away, and none that ends a field.
  const blanks = delimiter === '\t' ? /[^\S\r\n\t]*/y : /[^\S\r\n]*/y;
  const plainField = new RegExp(`[^\\r\\n${delimiter}]*`, 'y');
  let at = csv.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  let fields: string[] = [];

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(csv) ?? [];
    at += found.length;
    return found;
  }

  function takePlain(): string {
    const field = take(plainField);
    const isBroken = quotes === 'strict' && field.includes('"');
    if (field.length > MAX_FIELD_CHARACTERS || isBroken) throw new CsvSyntaxError(line);
    return field.trim();
  }

  function takeQuoted(): string {
    const start = at + 1;
    let end = csv.indexOf('"', start);
    while (csv[end + 1] === '"' && end !== -1 && end - start <= MAX_FIELD_CHARACTERS)
      end = csv.indexOf('"', end + 2);
    if (end === -1 || end - start > MAX_FIELD_CHARACTERS) throw new CsvSyntaxError(line);
    const field = csv.slice(start, end);
    line += field.match(LINE_BREAKS)?.length ?? 0;
    at = end + 1;
    take(blanks);
    return field.replaceAll('""', '"');
  }

  while (at < csv.length) {
    take(blanks);
    const isQuoted = csv[at] === '"';
    fields.push(isQuoted ? takeQuoted() : takePlain());
    if (csv[at] === delimiter && fields.length < MAX_FIELDS) {
      at += 1;
      if (at < csv.length) continue;
      fields.push('');
    }
    if (take(LINE_BREAK) === '' && at < csv.length) throw new CsvSyntaxError(line);
    const isEmpty = !isQuoted && fields.length === 1 && fields[0] === '';
    yield { fields: isEmpty ? [] : fields, line };
    line += 1;
    fields = [];
  }
}
