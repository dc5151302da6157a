import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Compressed = { body: Buffer | string; encoding?: 'br' | 'gzip' };

/** Whether an Accept-Encoding header takes an encoding: named, and not with a weight of zero. */
function takes(header: string, encoding: string): boolean {
  const offer = header.split(',').find((each) => each.trim().split(';')[0]?.trim() === encoding);
  return offer !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(offer);
}

export async function compress(
  text: string,
  acceptEncoding: string | string[] | undefined,
): Promise<Compressed> {
  const header = String(acceptEncoding ?? '');
  if (takes(header, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    return { body: await brotli(text, { params }), encoding: 'br' };
  }
  if (takes(header, 'gzip')) return { body: await zip(text), encoding: 'gzip' };
  return { body: text };
}
