import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createGzip,
  gunzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const unbrotli = promisify(brotliDecompress);
const unzip = promisify(gunzip);

/** A smaller body fits into one packet anyway. */
export const MIN_COMPRESSED_BYTES = 1_000;

/** Up to this size, compressing or hashing takes a millisecond or two: less than using the thread pool costs. */
export const MAX_SYNC_BYTES = 100_000;

const BROTLI = {
  fast: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  /** Takes twenty times the work for a tenth fewer bytes, so it is used only in the background. */
  best: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
};

/** A power of two. A larger window would need more memory for each open stream. */
const STREAM_WINDOW_BITS = 18;

/** Copies a slice of a larger buffer, so that the larger one can be freed. */
export function toExactBuffer(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export async function compress(
  body: Buffer,
  encoding: Encoding,
  quality: keyof typeof BROTLI = 'fast',
): Promise<Buffer> {
  if (encoding === 'identity') return body;
  const isSync = quality === 'fast' && body.length <= MAX_SYNC_BYTES;
  if (encoding === 'gzip') return toExactBuffer(isSync ? gzipSync(body) : await zip(body));
  const params = {
    ...BROTLI[quality],
    // The window is no larger than the body, because clearing a larger one takes a third of the time.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(Math.ceil(Math.log2(body.length)), 16), 22),
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return toExactBuffer(
    isSync ? brotliCompressSync(body, { params }) : await brotli(body, { params }),
  );
}

export async function decompress(
  body: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
): Promise<Buffer> {
  return toExactBuffer(await (encoding === 'gzip' ? unzip(body) : unbrotli(body)));
}

export function createCompressor(encoding: Exclude<Encoding, 'identity'>) {
  if (encoding === 'gzip') return createGzip();
  const params = { ...BROTLI.fast, [constants.BROTLI_PARAM_LGWIN]: STREAM_WINDOW_BITS };
  return createBrotliCompress({ params });
}

// The order is that of preference.
const negotiator = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip', 'identity'] });

/** Browsers send only a few different headers. */
const MAX_CHOICES = 100;
const choices = new Map<string, Encoding>();

export function chooseEncoding(header: string | string[] | undefined): Encoding {
  if (header === undefined) return 'identity';
  const accepted = String(header);
  const known = choices.get(accepted);
  if (known !== undefined) return known;
  const chosen = negotiator.negotiate(accepted.toLowerCase()) ?? 'identity';
  if (choices.size >= MAX_CHOICES) choices.clear();
  choices.set(accepted, chosen);
  return chosen;
}
