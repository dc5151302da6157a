import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress } from './compress.ts';
import { sealPage } from './page-policy.ts';

const NONCE = '0b4c1e0a-1111-4222-8333-444455556666';

test('only what carries the nonce is let in, and the nonce does not leave the house', () => {
  const page = `<style nonce="${NONCE}">a{}</style><script nonce="${NONCE}">ours()</script><script>theirs()</script><style>b{}</style>`;
  const { html, policy } = sealPage(page, NONCE, 'https://api.example');
  expect(html).toBe(
    '<style>a{}</style><script>ours()</script><script>theirs()</script><style>b{}</style>',
  );
  const directive = (name: string) =>
    policy.split('; ').find((each) => each.startsWith(name)) ?? '';
  expect(directive('script-src').match(/'sha256-/g)).toHaveLength(1);
  expect(directive('style-src').match(/'sha256-/g)).toHaveLength(1);
  expect(directive('connect-src')).toBe("connect-src 'self' https://api.example");
  expect(policy).not.toContain('unsafe');
});

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=1.0', 'gzip'],
  ['BR', undefined],
  ['identity', undefined],
  [undefined, undefined],
])('Accept-Encoding %j is answered with %j', async (header, encoding) => {
  const text = 'a page '.repeat(100);
  const compressed = await compress(text, header);
  expect(compressed.encoding).toBe(encoding);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding as 'br' | 'gzip'];
  expect(decode ? decode(compressed.body as Buffer).toString() : compressed.body).toBe(text);
});
