import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { onSqlite } from '../../../test-support/dialects.ts';
import { eachStore } from '../../../test-support/stores.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import { form, picture, upload, uploads } from '../../../test-support/uploads.ts';
import { createDiskStore } from '../files/disk-store.ts';
import { createImageStore } from './image-store.ts';

/** A PNG whose header promises far more pixels than the file has. */
function pngOfSize(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(12, 29));
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  let crc = 0xffffffff;
  for (const byte of header) crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  const bytes = Buffer.from(png);
  header.copy(bytes, 12);
  bytes.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 29);
  return bytes;
}

/** A PNG that announces frames: what the bytes say, before anything is decoded. */
function animatedPng(still: Buffer): Buffer {
  const control = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1');
  return Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
}

let png: Buffer;
beforeAll(async () => {
  png = await picture().png().toBuffer();
});

eachStore((open) => {
  test.each([
    ['png', 'image/png', () => picture().png().toBuffer()],
    ['jpg', 'image/jpeg', () => picture().jpeg().toBuffer()],
    ['webp', 'image/webp', () => picture().webp().toBuffer()],
    ['gif', 'image/gif', () => picture().gif().toBuffer()],
    ['avif', 'image/avif', () => picture().avif().toBuffer()],
  ])(
    'a %s is stored under its content and size, and served for ever as %s',
    async (extension, type, make) => {
      const site = await startTestApp(open);
      const token = await site.login();
      const bytes = await make();
      const response = await upload(
        site,
        token,
        form([{ filename: 'wrong.txt', type: 'text/plain', bytes }]),
      );
      expect(response.statusCode, response.body).toBe(200);
      const { url } = response.json();
      expect(url).toMatch(new RegExp(`^/uploads/[0-9a-f]{32}-40x20-200\\.${extension}$`));
      const served = await site.get(url);
      expect(served.statusCode).toBe(200);
      expect(served.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 40, height: 20 });
      expect(uploads(site)).toEqual([url.split('/').at(-1)]);
      const again = await upload(site, token, form([{ bytes }]));
      expect(again.json().url).toBe(url);
    },
  );

  test('a picture is turned upright and loses its metadata', async () => {
    const site = await startTestApp(open);
    const bytes = await picture()
      .withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { url } = (await upload(site, await site.login(), form([{ bytes }]))).json();
    expect(url).toContain('-20x40-200.jpg');
    const metadata = await sharp((await site.get(url)).rawPayload).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
  });

  test('a picture of extreme proportions is served as it was stored', async () => {
    const site = await startTestApp(open);
    const bytes = await picture(100_000, 1).png().toBuffer();
    const { url } = (await upload(site, await site.login(), form([{ bytes }]))).json();
    expect(url).toContain('-100000x1-200.png');
    expect((await site.get(url)).statusCode).toBe(200);
  });

  test('a part of a picture that is not there is 416', async () => {
    const site = await startTestApp(open);
    const { url } = (await upload(site, await site.login(), form([{ bytes: png }]))).json();
    const range = { range: 'bytes=9999999-' };
    expectProblem(await site.request({ method: 'GET', url, headers: range }), 416);
  });

  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  test.each([
    ['a text named .png', () => form([{ bytes: 'hello, this is no picture' }]), 415],
    ['an SVG', () => form([{ filename: 'a.svg', type: 'image/svg+xml', bytes: SVG }]), 415],
    ['an SVG that says it is a PNG', () => form([{ bytes: SVG }]), 415],
    ['HTML', () => form([{ bytes: '<!doctype html><script>alert(1)</script>' }]), 415],
    ['a PDF', () => form([{ bytes: '%PDF-1.7\n%âãÏÓ' }]), 415],
    ['a PNG cut off in its header', () => form([{ bytes: png.subarray(0, 20) }]), 415],
    [
      'a PNG with rubbish in it',
      () => form([{ bytes: Buffer.concat([png.subarray(0, 40), Buffer.alloc(60, 7)]) }]),
      415,
    ],
    ['an animated PNG', () => form([{ bytes: animatedPng(png) }]), 415],
    [
      'an animated AVIF',
      () => form([{ bytes: Buffer.from('\0\0\0\x18ftypavis\0\0\0\0avismif1', 'latin1') }]),
      415,
    ],
    ['60000 × 60000 pixels', () => form([{ bytes: pngOfSize(png, 60_000, 60_000) }]), 413],
    ['51 megapixels', () => form([{ bytes: pngOfSize(png, 5_100, 10_000) }]), 413],
    [
      'more than 15 MB',
      () => form([{ bytes: Buffer.concat([png, Buffer.alloc(15 * 1024 * 1024)]) }]),
      413,
    ],
    ['no file', () => form([]), 400],
    ['only a field', () => form([{ name: 'file', filename: '', bytes: 'text' }]), 400],
    ['an empty file', () => form([{ bytes: '' }]), 400],
    ['two files', () => form([{ bytes: png }, { bytes: png }]), 400],
    ['three files', () => form([{ bytes: png }, { bytes: png }, { bytes: png }]), 400],
    ['a file of another name', () => form([{ name: 'picture', bytes: png }]), 400],
    ['a form that ends too early', () => form([{ bytes: png }], '').subarray(0, -30), 400],
    ['parts without end, cut off', () => Buffer.from('--a-boundary\r\n'.repeat(1_500)), 400],
    [
      'more fields than there can be, cut off',
      () => form(Array(20).fill({ name: 'f', filename: '', bytes: 'x' }), '').subarray(0, -5),
      413,
    ],
    [
      'more files than there can be, cut off',
      () => form(Array(9).fill({ bytes: png }), '').subarray(0, -20),
      400,
    ],
    ['nothing at all', () => Buffer.alloc(0), 400],
    [
      'a field called __proto__',
      () => form([{ name: '__proto__', filename: '', bytes: 'x' }, { bytes: png }]),
      400,
    ],
  ])('an upload of %s is refused and leaves nothing behind', async (_what, payload, status) => {
    const site = await startTestApp(open);
    expectProblem(await upload(site, await site.login(), payload()), status);
    expect(uploads(site)).toEqual([]);
  });

  test('an upload that is no form is 415, one without a boundary 400', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    expectProblem(await upload(site, token, png, { 'content-type': 'image/png' }), 415);
    expectProblem(
      await upload(site, token, Buffer.from('{}'), { 'content-type': 'application/json' }),
      415,
    );
    expectProblem(
      await upload(site, token, form([{ bytes: png }]), { 'content-type': 'multipart/form-data' }),
      400,
    );
  });

  test.each([
    '/uploads/x.png',
    '/uploads/..%2flonghand.sqlite',
    '/uploads/%2e%2e%2flonghand.sqlite',
    '/uploads/..%5clonghand.sqlite',
    '/uploads/../longhand.sqlite',
    '/uploads/.',
    '/uploads/00000000000000000000000000000000-1x1.png',
    '/uploads/00000000000000000000000000000000-1x1.png%00.jpg',
  ])('%s is not found', async (url) => {
    const { get } = await startTestApp(open);
    expectProblem(await get(url), 404);
  });

  test('what a crash left of an upload is removed', async () => {
    const site = await startTestApp(open);
    const half = join(site.files.folder, 'uploads', 'half.tmp');
    writeFileSync(half, 'half');
    await createImageStore(createDiskStore(site.files.folder)).removeLeftovers();
    expect(uploads(site)).toEqual(['half.tmp']);
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    utimesSync(half, twoHoursAgo, twoHoursAgo);
    await createImageStore(createDiskStore(site.files.folder)).removeLeftovers();
    expect(uploads(site)).toEqual([]);
  });
});

onSqlite((open) => {
  test.each([
    [' HTTPS://Example.COM/a b.png ', 'https://example.com/a%20b.png'],
    ['http://example.com', 'http://example.com/'],
    ['https://example.com/a.png?x=1#y', 'https://example.com/a.png?x=1#y'],
  ])('the image address %j is answered as %j', async (image_url, url) => {
    const { login, request } = await startTestApp(open);
    const response = await request(
      { method: 'POST', url: '/api/admin/save-image-url', payload: { image_url } },
      await login(),
    );
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ url });
  });

  test.each([
    '',
    '   ',
    'example.com/a.png',
    '/uploads/a.png',
    '//example.com/a.png',
    'ftp://example.com/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
    'http://',
    'https://exa mple.com/',
    `https://example.com/${'x'.repeat(2048)}`,
    'https://example.com/\0',
    null,
    7,
  ])('the image address %j is refused', async (image_url) => {
    const { login, request } = await startTestApp(open);
    const response = await request(
      { method: 'POST', url: '/api/admin/save-image-url', payload: { image_url } },
      await login(),
    );
    expectProblem(response, 400, { errors: { image_url: [expect.any(String)] } });
  });
});
