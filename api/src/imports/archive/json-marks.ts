/** U+FEFF, in UTF-8: at the start of a file it marks the encoding, elsewhere it is text. */
const MARK = Buffer.from('\ufeff');
/** Half a character, which no text has: the parser keeps it. */
const STAND_IN = Buffer.from(String.raw`\udfff`);

/** How many of the last bytes may be the start of a mark. */
function unfinished(bytes: Buffer): number {
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

/** The parser would drop marks out of texts, too, even as escapes. That of the file is left out. */
export async function* hideMarks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [held, isStart] = [Buffer.alloc(0), true];
  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = bytes.length - unfinished(bytes);
    held = Buffer.from(bytes.subarray(end));
    if (end === 0) continue;
    const hasMark = isStart && bytes.indexOf(MARK) === 0;
    yield replaceAll(bytes.subarray(hasMark ? MARK.length : 0, end));
    isStart = false;
  }
  if (held.length > 0) yield held;
}

/** In a value that was parsed. */
export function restoreMarks(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\udfff/gu, '\ufeff');
  if (Array.isArray(value)) return value.map(restoreMarks);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, restoreMarks(inner)]),
  );
}
