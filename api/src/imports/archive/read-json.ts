import { JSONParser } from '@streamparser/json';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';
import { shownName } from './entries.ts';

/** This is U+FEFF in UTF-8: at the start of a file it marks the encoding, elsewhere it is text. */
const MARK = Buffer.from('\ufeff');
/** Half a surrogate pair, which no text contains and the parser keeps. */
const STAND_IN = Buffer.from(String.raw`\udfff`);

function partialMarkBytes(bytes: Buffer): number {
  if (bytes.at(-1) === MARK[0]) return 1;
  return bytes.at(-2) === MARK[0] && bytes.at(-1) === MARK[1] ? 2 : 0;
}

function replaceAll(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, from)) {
    parts.push(bytes.subarray(from, at), STAND_IN);
    from = at + MARK.length;
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)]);
}

/**
 * Hides marks from the parser, which would remove them from texts, too, even as escapes. The mark at the
 * start of the file is left out.
 */
async function* hideMarks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [held, isStart] = [Buffer.alloc(0), true];
  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = bytes.length - partialMarkBytes(bytes);
    held = Buffer.from(bytes.subarray(end));
    if (end === 0) continue;
    const hasMark = isStart && bytes.indexOf(MARK) === 0;
    yield replaceAll(bytes.subarray(hasMark ? MARK.length : 0, end));
    isStart = false;
  }
  if (held.length > 0) yield held;
}

function restoreMarks(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\udfff/gu, '\ufeff');
  if (Array.isArray(value)) return value.map(restoreMarks);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, restoreMarks(inner)]),
  );
}

const MAX_DEPTH = 100;
/** A post has at most a million characters here; exports contain it in several formats. */
const MAX_RECORD_BYTES = 32 * 1024 ** 2;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;

function tooLong(): ImportError {
  return new ImportError(
    'The export has a record that is longer or nested deeper than any post. The file may be damaged: export it again.',
  );
}

/**
 * The parser keeps a record of any length in memory, and each open bracket. The guard sees the bytes first,
 * and fails if there are too many.
 */
export function createJsonGuard(recordDepth: number, maxRecordBytes = MAX_RECORD_BYTES) {
  let [depth, isText, isEscaped] = [0, false, false];
  /** Counted since the last record ended. */
  let recordBytes = 0;

  /** Returns the end of the string that continues at `at`. */
  function skipText(chunk: Uint8Array, at: number): number {
    for (let next = at; next < chunk.length; next += 1) {
      if (isEscaped) isEscaped = false;
      else if (chunk[next] === BACKSLASH) isEscaped = true;
      else if (chunk[next] === QUOTE) {
        isText = false;
        return next;
      }
    }
    return chunk.length;
  }

  function lookAt(byte: number): void {
    if (byte === QUOTE) isText = true;
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    else if (byte !== COMMA) return;
    if (depth < recordDepth) recordBytes = 0;
  }

  return (chunk: Uint8Array): void => {
    for (let at = 0; at < chunk.length; at += 1) {
      const from = at;
      if (isText) at = skipText(chunk, at);
      else lookAt(chunk[at] as number);
      recordBytes += at - from + 1;
      if (depth > MAX_DEPTH || recordBytes > maxRecordBytes) throw tooLong();
    }
  };
}

/** `list` is the name of the list or object that contains the value; at the top, the value's own name. */
type JsonValue = { readonly list: string; readonly value: unknown };

type Wanted = {
  /** JSON paths like `$.posts.*`. */
  readonly paths: readonly string[];
  /** The number of brackets that are open within a record. */
  readonly recordDepth: number;
};

function incomplete({ name }: ArchiveEntry, cause?: unknown): ImportError {
  return new ImportError(
    `The file ${shownName(name)} is damaged or incomplete: it is not JSON to its end. Export it again.`,
    { cause },
  );
}

/** Yields the values at these paths in the order of the file, which is read as a stream each time. */
export async function* readJson(
  archive: Archive,
  entry: ArchiveEntry,
  { paths, recordDepth }: Wanted,
): AsyncGenerator<JsonValue> {
  const found: JsonValue[] = [];
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  parser.onValue = ({ value, key, stack }) =>
    found.push({ list: String(stack.at(-1)?.key ?? key), value: restoreMarks(value) });
  const guard = createJsonGuard(recordDepth);
  for await (const chunk of hideMarks(await archive.open(entry))) {
    guard(chunk);
    try {
      parser.write(chunk);
    } catch (error) {
      throw incomplete(entry, error);
    }
    yield* found.splice(0);
  }
  if (!parser.isEnded) throw incomplete(entry);
}
