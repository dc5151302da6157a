import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** What fits into one packet as it is does not arrive sooner for being smaller. */
export const WORTH_COMPRESSING = 1_000;

/**
 * What takes a millisecond or two is done at once: handed to another thread it would take as long,
 * and the memory of all those threads.
 */
const AT_ONCE_BYTES = 100_000;

const BROTLI = {
  soon: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  /** Twenty times the work for a tenth fewer bytes: not while somebody waits. */
  best: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
};

/** How far back a stream looks, as a power of two: each that is open holds several times as much. */
const STREAM_WINDOW = 18;

/** In memory of its own: a few bytes of a larger piece would keep all of that for as long. */
export function exactly(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

export async function compress(
  body: Buffer,
  encoding: Encoding,
  effort: keyof typeof BROTLI = 'soon',
): Promise<Buffer> {
  if (encoding === 'identity') return body;
  const atOnce = effort === 'soon' && body.length <= AT_ONCE_BYTES;
  if (encoding === 'gzip') return exactly(atOnce ? gzipSync(body) : await zip(body));
  const params = {
    ...BROTLI[effort],
    // No more than it has to look back: to clear the rest takes a third of the time.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(Math.ceil(Math.log2(body.length)), 16), 22),
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return exactly(atOnce ? brotliCompressSync(body, { params }) : await brotli(body, { params }));
}

export function compressor(encoding: Exclude<Encoding, 'identity'>) {
  if (encoding === 'gzip') return createGzip();
  const params = { ...BROTLI.soon, [constants.BROTLI_PARAM_LGWIN]: STREAM_WINDOW };
  return createBrotliCompress({ params });
}

/** Whether an Accept-Encoding header takes an encoding: named, and not with a weight of zero. */
function takes(header: string, encoding: Encoding): boolean {
  const offer = header.split(',').find((each) => each.trim().split(';')[0]?.trim() === encoding);
  return offer !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(offer);
}

function readHeader(text: string): Encoding {
  const header = text.toLowerCase();
  if (takes(header, 'br')) return 'br';
  return takes(header, 'gzip') ? 'gzip' : 'identity';
}

/** Browsers send a handful of different headers, millions of times. */
const known = new Map<string, Encoding>();
const KNOWN_HEADERS = 100;

export function chooseEncoding(header: string | string[] | undefined): Encoding {
  if (header === undefined) return 'identity';
  const text = String(header);
  const before = known.get(text);
  if (before !== undefined) return before;
  const encoding = readHeader(text);
  if (known.size < KNOWN_HEADERS) known.set(text, encoding);
  return encoding;
}
