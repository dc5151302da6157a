import fc from 'fast-check';
import { picture as solid } from '../../test-support/uploads.ts';
import type { Operation, Schema } from './operations.ts';
import { hostileValue, validBy, weighted } from './values.ts';

export type Body = {
  readonly bytes: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

const JSON_TYPE = { 'content-type': 'application/json' };
const NO_BODY: Body = { bytes: undefined, headers: {} };

function jsonBody(value: unknown, headers: Readonly<Record<string, string>> = JSON_TYPE): Body {
  return { bytes: Buffer.from(JSON.stringify(value) ?? ''), headers };
}

function textBody(text: string | Buffer): Body {
  return { bytes: Buffer.from(text as string), headers: JSON_TYPE };
}

/** Invalid in ways that no schema describes. */
const BROKEN_JSON: readonly (string | Buffer)[] = [
  ...['', ' ', '{', '}', '[]', '""', '0', 'null', 'true', 'nul', '{"a":}', "{'title':'x'}"],
  ...['{"title":"x",}', '\ufeff{}'],
  '{"title":"\\ud800","content":"c","excerpt":"e"}',
  '{"title":"t","content":"c","excerpt":"e","tags":["\\udfff"]}',
  '{"title":"t","content":"c","excerpt":"e","__proto__":{"polluted":"yes"}}',
  '{"__proto__":{"polluted":"yes","title":"t","content":"c","excerpt":"e"}}',
  '{"constructor":{"prototype":{"polluted":"yes"}}}',
  '{"title":"t","title":"u","content":"c","excerpt":"e","published":"true"}',
  '{"title":1e999,"content":-0,"excerpt":12345678901234567890}',
  `{"title":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  `{"content":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
  '['.repeat(100_000),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  Buffer.alloc(64),
];
/** Sent rarely, because each takes as long as a hundred others. */
const HUGE_JSON: readonly (() => unknown)[] = [
  () => ({ title: 't', excerpt: 'e', content: 'x'.repeat(1_000_001) }),
  () => ({ title: 't', excerpt: 'e', content: 'x'.repeat(4_300_000) }),
  () => ({ title: 't'.repeat(200_000), excerpt: 'e', content: '<div>'.repeat(40_000) }),
  () => Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n])),
  () => ({ title: 't', excerpt: 'e', content: 'c', tags: Array(5_000).fill('a,') }),
];
const OTHER_TYPES: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ...[
    ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense', '/'],
    ...['multipart/form-data', 'multipart/form-data; boundary=', 'text/html'],
    ...['application/json; charset=utf-16', 'application/json;;;'],
    `application/${'j'.repeat(3_000)}`,
  ].map((type) => ({ 'content-type': type })),
];

const ODD_FIELDS = [
  ...['__proto__', 'constructor', 'id', 'version', 'toString', '', 'a.b', '\u0000'],
  'x'.repeat(500),
];

/** How much of a body is sent. */
const part = fc.double({ min: 0, max: 1, noNaN: true });

/** Valid except for some fields. */
function spoiled(schema: Schema): fc.Arbitrary<Body> {
  const names = Object.keys(schema.properties ?? {});
  const field = weighted(
    [6, names.length > 0 ? fc.constantFrom(...names) : fc.string()],
    [1, fc.constantFrom(...ODD_FIELDS)],
  );
  const spoil = fc.record({ field, value: fc.option(hostileValue, { nil: undefined, freq: 8 }) });
  return fc
    .tuple(validBy(schema), fc.array(spoil, { minLength: 1, maxLength: 3 }))
    .map(([value, spoils]) => {
      const fields = new Map(Object.entries((value ?? {}) as object));
      for (const { field: name, value: bad } of spoils) fields.set(name, bad);
      // Not by JSON.stringify: `__proto__` would set the prototype.
      const text = [...fields].flatMap(([name, fieldValue]) => {
        const json = JSON.stringify(fieldValue);
        return json === undefined ? [] : [`${JSON.stringify(name)}:${json}`];
      });
      return textBody(`{${text.join(',')}}`);
    });
}

function badJson(schema: Schema): fc.Arbitrary<Body> {
  const valid = validBy(schema);
  return weighted(
    [40, spoiled(schema)],
    [20, fc.constantFrom(...BROKEN_JSON).map(textBody)],
    [
      10,
      fc
        .tuple(valid, fc.constantFrom(...OTHER_TYPES))
        .map(([value, headers]) => jsonBody(value, headers)),
    ],
    [8, hostileValue.map((value) => jsonBody(value))],
    [
      4,
      fc.tuple(valid, part).map(([value, sent]) => {
        const text = JSON.stringify(value) ?? '';
        return textBody(text.slice(0, Math.floor(text.length * sent)));
      }),
    ],
    [4, fc.uint8Array({ maxLength: 200 }).map((bytes) => textBody(Buffer.from(bytes)))],
    [1, fc.constantFrom(...HUGE_JSON).map((make) => textBody(JSON.stringify(make())))],
  );
}

const BOUNDARY = 'fuzz-boundary';
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

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
  const disposition = `content-disposition: form-data; name="${name}"${file}`;
  const head = `--${BOUNDARY}\r\n${disposition}\r\ncontent-type: ${type}\r\n\r\n`;
  return [Buffer.from(head), bytes, Buffer.from('\r\n')];
}

function formOf(parts: readonly Part[], headers = TYPE) {
  const end = Buffer.from(`--${BOUNDARY}--\r\n`);
  return { bytes: Buffer.concat([...parts.flatMap(writePart), end]), headers };
}

const formWith = (bytes: Buffer, headers = TYPE) =>
  formOf([{ name: 'file', filename: 'a.png', type: 'image/png', bytes }], headers);

const picture = fc.constantFrom(...PICTURES);

/** Large enough for an icon. */
export const largePicture: Body = formWith(await solid(200, 200).png().toBuffer());

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

const brokenForm: fc.Arbitrary<Body> = fc.oneof(
  fc.array(oddPart, { minLength: 1, maxLength: 4 }).map((parts) => formOf(parts)),
  corrupt.map((bytes) => formWith(bytes)),
  fc.constantFrom(...NO_PICTURES).map((bytes) => formWith(bytes)),
  fc.tuple(picture, part).map(([bytes, sent]) => {
    const complete = formWith(bytes).bytes;
    return { bytes: complete.subarray(0, Math.floor(complete.length * sent)), headers: TYPE };
  }),
  fc.constantFrom(...BROKEN),
  fc
    .tuple(picture, fc.constantFrom(...ODD_TYPES))
    .map(([bytes, type]) => formWith(bytes, { 'content-type': type })),
);

export function bodyOf({ body }: Operation, hostile: boolean): fc.Arbitrary<Body> {
  const json = body['application/json']?.schema;
  if (json) return hostile ? badJson(json) : validBy(json).map((value) => jsonBody(value));
  if (body['multipart/form-data'])
    return hostile ? brokenForm : picture.map((bytes) => formWith(bytes));
  if (!hostile) return fc.constant(NO_BODY);
  return fc.oneof(
    fc.constantFrom(...BROKEN_JSON).map(textBody),
    hostileValue.map((value) => jsonBody(value)),
  );
}
