import fc from 'fast-check';
import sharp from 'sharp';
import type { Body } from './bodies.ts';

const BOUNDARY = 'fuzz-boundary';
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a0392b' } });

const PICTURES: readonly Buffer[] = await Promise.all([
  solid(8, 4).png().toBuffer(),
  solid(4, 8).jpeg().toBuffer(),
  solid(6, 6).webp().toBuffer(),
  solid(5, 3).gif().toBuffer(),
  solid(16, 16).avif({ effort: 0 }).toBuffer(),
]);

/** Not pictures, or polyglots. */
const NO_PICTURES: readonly Buffer[] = [
  '',
  'hello',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>',
  '<!doctype html><script>alert(1)</script>',
  '%PDF-1.7',
  'GIF89a=1;alert(1)//',
  'PK\u0003\u0004',
  '#!/bin/sh\nid',
  '<?php system($_GET["c"]);',
  'push graphic-context\nviewbox 0 0 1 1\nfill \'url(https://127.0.0.1/x.png"|id")\'\npop graphic-context',
].map((text) => Buffer.from(text, 'latin1'));

type Part = { name: string; filename: string | undefined; type: string; bytes: Buffer };

function writePart({ name, filename, type, bytes }: Part): Buffer[] {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ];
}

function writeForm(parts: readonly Part[]): Buffer {
  return Buffer.concat([...parts.flatMap(writePart), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const picture = fc.constantFrom(...PICTURES);
const named = (bytes: Buffer): Part => ({
  name: 'file',
  filename: 'a.png',
  type: 'image/png',
  bytes,
});

export const goodForm: fc.Arbitrary<Body> = picture.map((bytes) => ({
  bytes: writeForm([named(bytes)]),
  headers: TYPE,
}));

/** Large enough for an icon. */
export const largePicture: Body = {
  bytes: writeForm([named(await solid(200, 200).png().toBuffer())]),
  headers: TYPE,
};

/** With changed bytes, or truncated. */
const corrupt = fc
  .tuple(
    picture,
    fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 6 }),
    fc.option(fc.nat(300), { nil: 100_000 }),
  )
  .map(([bytes, changes, end]) => {
    const copy = Buffer.from(bytes.subarray(0, end));
    for (const [at, byte] of changes) if (at < copy.length) copy[at] = byte;
    return copy;
  });

const ODD_NAMES = [
  ...['../../a.png', '..\\a.png', '/etc/passwd', 'a\u0000.png', 'a.png;.html', 'a"b', '.', 'CON'],
  ...['a\r\nx-injected: 1', '', '__proto__', 'x'.repeat(3_000), '\u202egnp.exe'],
];

const oddPart: fc.Arbitrary<Part> = fc.record({
  name: fc.constantFrom(
    ...['file', 'file', 'file', 'File', 'file[]', '__proto__', 'constructor', '', 'a"b'],
    'x'.repeat(300),
  ),
  filename: fc.option(fc.constantFrom('a.png', ...ODD_NAMES), { nil: undefined }),
  type: fc.constantFrom('image/png', 'text/html', 'image/svg+xml', '', 'a'.repeat(1_000)),
  bytes: fc.oneof(
    picture,
    corrupt,
    fc.constantFrom(...NO_PICTURES),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  ),
});

const BROKEN: readonly Body[] = [
  '',
  '--',
  `--${BOUNDARY}`,
  `--${BOUNDARY}--`,
  `--${BOUNDARY}\r\n\r\n`,
  `--${BOUNDARY}\r\ncontent-disposition: form-data\r\n\r\nx\r\n--${BOUNDARY}--`,
  `--${BOUNDARY}\r\n${'x: y\r\n'.repeat(3_000)}\r\nx\r\n--${BOUNDARY}--`,
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a`,
  '\r\n'.repeat(5_000),
  `--${BOUNDARY}\r\n`.repeat(2_000),
].map((text) => ({ bytes: Buffer.from(text), headers: TYPE }));

const ODD_TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${'b'.repeat(500)}`,
  'multipart/mixed; boundary=fuzz-boundary',
  'image/png',
  'application/json',
  'multipart/form-data; boundary=a; boundary=b',
  'multipart/form-data; boundary=__proto__',
];

export const brokenForm: fc.Arbitrary<Body> = fc.oneof(
  fc
    .array(oddPart, { minLength: 1, maxLength: 4 })
    .map((parts) => ({ bytes: writeForm(parts), headers: TYPE })),
  corrupt.map((bytes) => ({ bytes: writeForm([named(bytes)]), headers: TYPE })),
  fc
    .constantFrom(...NO_PICTURES)
    .map((bytes) => ({ bytes: writeForm([named(bytes)]), headers: TYPE })),
  fc.tuple(picture, fc.double({ min: 0, max: 1, noNaN: true })).map(([bytes, part]) => {
    const complete = writeForm([named(bytes)]);
    return { bytes: complete.subarray(0, Math.floor(complete.length * part)), headers: TYPE };
  }),
  fc.constantFrom(...BROKEN),
  fc.tuple(picture, fc.constantFrom(...ODD_TYPES)).map(([bytes, type]) => ({
    bytes: writeForm([named(bytes)]),
    headers: { 'content-type': type },
  })),
);
