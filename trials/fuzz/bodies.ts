import fc from 'fast-check';
import type { Operation, Schema } from './description.ts';
import { brokenForm, goodForm } from './forms.ts';
import { hostileValue, validBy } from './values.ts';

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
const HUGE_JSON = [
  () => JSON.stringify({ title: 't', excerpt: 'e', content: 'x'.repeat(1_000_001) }),
  () => JSON.stringify({ title: 't', excerpt: 'e', content: 'x'.repeat(4_300_000) }),
  () =>
    JSON.stringify({ title: 't'.repeat(200_000), excerpt: 'e', content: '<div>'.repeat(40_000) }),
  () => JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n]))),
  () =>
    JSON.stringify({
      title: 't',
      excerpt: 'e',
      content: 'c',
      tags: Array.from({ length: 5_000 }, (_, n) => `${n},`),
    }),
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

/** Valid except for some fields. */
function spoiled(schema: Schema): fc.Arbitrary<Body> {
  const names = Object.keys(schema.properties ?? {});
  const field = fc.oneof(
    { weight: 6, arbitrary: names.length > 0 ? fc.constantFrom(...names) : fc.string() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...['__proto__', 'constructor', 'id', 'version', 'toString', '', 'a.b', '\u0000'],
        'x'.repeat(500),
      ),
    },
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
  return fc.oneof(
    { weight: 40, arbitrary: spoiled(schema) },
    { weight: 20, arbitrary: fc.constantFrom(...BROKEN_JSON).map(textBody) },
    {
      weight: 10,
      arbitrary: fc
        .tuple(validBy(schema), fc.constantFrom(...OTHER_TYPES))
        .map(([value, headers]) => jsonBody(value, headers)),
    },
    { weight: 8, arbitrary: hostileValue.map((value) => jsonBody(value)) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(validBy(schema), fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([value, part]) => {
          const text = JSON.stringify(value) ?? '';
          return textBody(text.slice(0, Math.floor(text.length * part)));
        }),
    },
    {
      weight: 4,
      arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => textBody(Buffer.from(bytes))),
    },
    { weight: 1, arbitrary: fc.constantFrom(...HUGE_JSON).map((make) => textBody(make())) },
  );
}

export function bodyOf({ body }: Operation, hostile: boolean): fc.Arbitrary<Body> {
  const json = body['application/json']?.schema;
  if (json) return hostile ? badJson(json) : validBy(json).map((value) => jsonBody(value));
  if (body['multipart/form-data']) return hostile ? brokenForm : goodForm;
  if (!hostile) return fc.constant(NO_BODY);
  return fc.oneof(
    fc.constantFrom(...BROKEN_JSON).map(textBody),
    hostileValue.map((value) => jsonBody(value)),
  );
}
