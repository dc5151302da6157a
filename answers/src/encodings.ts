import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Ten times the work for a tenth fewer bytes: not while somebody waits. */
const QUALITY = { soon: 5, best: constants.BROTLI_MAX_QUALITY } as const;

export async function compress(
  body: Buffer,
  encoding: Encoding,
  quality: keyof typeof QUALITY = 'soon',
): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return zip(body, { level: 9 });
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY[quality],
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return brotli(body, { params });
}

export function compressor(encoding: Exclude<Encoding, 'identity'>) {
  if (encoding === 'gzip') return createGzip();
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY.soon } });
}

/** Whether an Accept-Encoding header takes an encoding: named, and not with a weight of zero. */
function takes(header: string, encoding: Encoding): boolean {
  const offer = header.split(',').find((each) => each.trim().split(';')[0]?.trim() === encoding);
  return offer !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(offer);
}

function readHeader(header: string): Encoding {
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
