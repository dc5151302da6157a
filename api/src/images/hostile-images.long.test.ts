import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { onSqlite } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import { animation, form, picture, upload, uploads } from '../../../test-support/uploads.ts';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of any announced size, with any bytes as its pixels. */
function writePng(width: number, height: number, pixels: Buffer, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF of many frames of any announced size, with next to nothing in them. */
function writeGif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from(
    '\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0',
    'latin1',
  );
  frame.writeUInt16LE(width, 13);
  frame.writeUInt16LE(height, 15);
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
}

/** An AVIF that says it is far larger than it is. */
async function avifOfSize(width: number, height: number): Promise<Buffer> {
  const bytes = await picture(64, 64).avif({ effort: 0 }).toBuffer();
  const size = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(width, size);
  bytes.writeUInt32BE(height, size + 4);
  return bytes;
}

/** A progressive JPEG whose scans come again and again. */
async function jpegOfScans(times: number): Promise<Buffer> {
  const bytes = await picture(800, 800).jpeg({ progressive: true }).toBuffer();
  const first = bytes.indexOf(Buffer.from([0xff, 0xda]));
  const scans = bytes.subarray(first, -2);
  return Buffer.concat([bytes.subarray(0, first), ...Array(times).fill(scans), bytes.subarray(-2)]);
}

async function webpOfSize(): Promise<Buffer> {
  const bytes = await animation('webp');
  const canvas = bytes.indexOf('VP8X') + 12;
  // Each is one less than it says, in three bytes.
  bytes.writeUIntLE(16_382, canvas, 3);
  bytes.writeUIntLE(16_382, canvas + 3, 3);
  return bytes;
}

const NOTHING = deflateSync(Buffer.alloc(1));
const PAYLOAD = '<script>alert(1)</script><?php system($_GET["c"]); ?>';

/** On one database: pictures are decoded without any. */
onSqlite((open) => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a PNG of 50,000 × 50,000 pixels', () => writePng(50_000, 50_000, NOTHING)],
    ['a PNG as wide as can be', () => writePng(0x7fffffff, 1, NOTHING)],
    ['a PNG without any pixel', () => writePng(0, 0, NOTHING)],
    ['a GIF of thousands of large frames', () => writeGif(3_000, 3_000, 5_000)],
    ['a GIF as large as can be', () => writeGif(65_535, 65_535, 1)],
    ['an AVIF of 60,000 × 60,000 pixels', () => avifOfSize(60_000, 60_000)],
    ['a WebP whose canvas is larger than its frames', webpOfSize],
    [
      'a JPEG that is cut off in its header',
      async () => (await picture().jpeg().toBuffer()).subarray(0, 200),
    ],
    [
      'an AVIF that is cut off',
      async () => (await picture(64, 64).avif().toBuffer()).subarray(0, -40),
    ],
    [
      'a WebP that is cut off',
      async () => (await picture(64, 64).webp().toBuffer()).subarray(0, 40),
    ],
    ['a ZIP', () => Buffer.from(`PK\x03\x04${'\0'.repeat(60)}`, 'latin1')],
    ['a GIF that is a script', () => Buffer.from(`GIF89a=0;${PAYLOAD}`, 'latin1')],
    [
      'a PDF that is a picture further down',
      async () => Buffer.concat([Buffer.from('%PDF-1.7\n'), await picture().png().toBuffer()]),
    ],
    [
      'an SVG after a declaration',
      () =>
        Buffer.from(
          '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&e;</svg>',
        ),
    ],
  ])('%s is refused and leaves nothing behind', async (_what, make) => {
    const site = await startTestApp(open);
    const response = await upload(site, await site.login(), form([{ bytes: await make() }]));
    expect([413, 415]).toContain(response.statusCode);
    expectProblem(response, response.statusCode);
    expect(uploads(site)).toEqual([]);
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    [
      'a PNG whose pixels unfold a thousandfold',
      () => writePng(100, 100, deflateSync(Buffer.alloc(50_000_000))),
    ],
    [
      'a PNG whose text unfolds a thousandfold',
      () =>
        writePng(8, 8, deflateSync(Buffer.alloc(72)), [
          chunk(
            'zTXt',
            Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(30_000_000))]),
          ),
        ]),
    ],
    ['a JPEG of a hundred times its scans', () => jpegOfScans(100)],
    ['a GIF of thousands of frames of a pixel', () => writeGif(1, 1, 3_000)],
  ])('%s is taken as a small picture, or refused', async (_what, make) => {
    const site = await startTestApp(open);
    const response = await upload(site, await site.login(), form([{ bytes: await make() }]));
    expect([200, 413, 415]).toContain(response.statusCode);
    if (response.statusCode !== 200) return expectProblem(response, response.statusCode);
    const served = await site.get(response.json().url);
    expect(served.rawPayload.length).toBeLessThan(200_000);
  });

  test.each([
    ['a GIF with a script behind it', 'image/gif', () => picture().gif().toBuffer()],
    ['a JPEG with a page behind it', 'image/jpeg', () => picture().jpeg().toBuffer()],
    ['a PNG with a program behind it', 'image/png', () => picture().png().toBuffer()],
    ['a WebP with a page behind it', 'image/webp', () => picture().webp().toBuffer()],
    [
      'a JPEG with a page within it',
      'image/jpeg',
      () =>
        picture()
          .withExif({ IFD0: { ImageDescription: PAYLOAD } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'a PNG with a page within it',
      'image/png',
      () =>
        picture()
          .withXmp(
            `<x:xmpmeta xmlns:x="adobe:ns:meta/">${PAYLOAD.replaceAll(/[<>?&]/g, '')}alert(1)</x:xmpmeta>`,
          )
          .png()
          .toBuffer(),
    ],
  ])('%s is written anew, and is nothing but a picture', async (_what, type, make) => {
    const site = await startTestApp(open);
    const archive = 'PK\x05\x06'.padEnd(22, '\0');
    const bytes = Buffer.concat([await make(), Buffer.from(PAYLOAD + archive, 'latin1')]);
    const response = await upload(
      site,
      await site.login(),
      form([{ filename: 'x.html', type: 'text/html', bytes }]),
    );
    expect(response.statusCode, response.body).toBe(200);
    const served = await site.get(response.json().url);
    expect(served.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*; sandbox$/),
    });
    const text = served.rawPayload.toString('latin1');
    for (const part of ['script', 'alert', 'system', 'PK\x05\x06'])
      expect(text).not.toContain(part);
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 40, height: 20 });
  });

  test.each([
    '../../a.png',
    '..\\a.png',
    '/etc/passwd',
    'a%00.png',
    'a.png\r\nx-injected: 1',
    '<img src=x onerror=alert(1)>.png',
    '__proto__',
    'x'.repeat(300),
  ])('a file called %j is named by its content all the same', async (filename) => {
    const site = await startTestApp(open);
    const bytes = await picture().png().toBuffer();
    const response = await upload(site, await site.login(), form([{ filename, bytes }]));
    expect(response.headers).not.toHaveProperty('x-injected');
    if (response.statusCode !== 200) return expectProblem(response, 400);
    expect(uploads(site)).toEqual([expect.stringMatching(/^[0-9a-f]{32}-40x20-200\.png$/)]);
  });
});
