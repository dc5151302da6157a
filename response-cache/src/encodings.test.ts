import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, compress } from './encodings.ts';

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=1.0', 'gzip'],
  ['BR', 'br'],
  ['identity', 'identity'],
  [undefined, 'identity'],
] as const)('Accept-Encoding %j selects %j', async (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
  expect(chooseEncoding(header)).toBe(encoding);
  const body = Buffer.from('a page '.repeat(100));
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
  for (const quality of ['fast', 'best'] as const) {
    expect(decode[encoding](await compress(body, encoding, quality))).toEqual(body);
  }
});
