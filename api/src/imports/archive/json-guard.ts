import { ImportError } from '../source.ts';

const MAX_DEPTH = 100;
/** A post has at most a million characters here; exports have it in several formats. */
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
 * The parser holds a record in memory, however long it is, and each open bracket. This looks at the
 * bytes first, and fails if there are too many of them.
 */
export function createJsonGuard(recordDepth: number, maxRecordBytes = MAX_RECORD_BYTES) {
  let [depth, isText, isEscaped] = [0, false, false];
  /** Since the last record ended. */
  let recordBytes = 0;

  /** Where the text ends that goes on at `at`. */
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
