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
import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

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

/** The first is taken of several that are equally wanted. */
const negotiator = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip', 'identity'],
  // Browsers send a handful of different headers, millions of times.
  cache: new LRUCache<string, string>({ max: 100 }),
});

export function chooseEncoding(header: string | string[] | undefined): Encoding {
  if (header === undefined) return 'identity';
  return negotiator.negotiate(String(header).toLowerCase()) ?? 'identity';
}
