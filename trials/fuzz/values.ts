import fc from 'fast-check';
import type { Schema } from './operations.ts';

/** Placeholders for what exists when the request is sent. */
export const EXISTING = {
  id: '{{id}}',
  trashed: '{{trashed}}',
  changed: '{{changed}}',
  /** A post with a working copy. */
  edited: '{{edited}}',
  /** A working copy without a post. */
  unsaved: '{{unsaved}}',
  slug: '{{slug}}',
  tag: '{{tag}}',
  /** A preview link, and the post that it belongs to. */
  link: '{{link}}',
  linked: '{{linked}}',
  token: '{{preview-token}}',
  session: '{{session}}',
  page: '{{page}}',
  pageSlug: '{{page-slug}}',
  changedPage: '{{changed-page}}',
  trashedPage: '{{trashed-page}}',
  /** The path of a picture that is large enough for an icon. */
  upload: '{{upload}}',
};

/** One of these, each as often as its number says. */
export function weighted<Value>(...choices: readonly [number, fc.Arbitrary<Value>][]) {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Texts that have broken other programs. */
export const HOSTILE_TEXTS = [
  "' OR '1'='1",
  "'; DROP TABLE posts; --",
  '" UNION SELECT password FROM settings --',
  '1) OR 1=1 LIMIT 1 OFFSET 1 --',
  '%_%\\',
  'x" OR "x" NEAR y* ^ (:',
  '*',
  '"',
  '$(sleep 9)',
  '`id`',
  '| cat /etc/passwd',
  '../../../../etc/passwd',
  '..\\..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '{{7*7}}\x24{7*7}<%= 7*7 %>#{7*7}',
  '\x24{jndi:ldap://127.0.0.1/a}',
  '<script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  '<!--',
  ']]>',
  'a\r\nx-injected: 1',
  'a\nx-injected: 1',
  '%0d%0ax-injected:%201',
  ...['\u0000', '\u001f', '\u2028\u2029', '\ufeff', '\ufffe\uffff', '\ud800', '\udc00x'],
  '\u202egnp.exe',
  'İıſKẞß',
  'ﷺ'.repeat(20),
  `e${'\u0301'.repeat(200)}`,
  '👩‍👩‍👧‍👦'.repeat(10),
  '\u{10ffff}',
  'a'.repeat(10_000),
  '(a+)+$'.repeat(50),
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'NaN', 'null', 'undefined', '-0'],
  ...['1e999', '0x7fffffff', '9007199254740993', '-1', '', ' ', '\t\n '],
];

export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const HTML_PARTS = [
  '<h2>A heading</h2>',
  '<p>Some <strong>bold</strong> text.</p>',
  '<pre><code class="language-js">const a = 1 &lt; 2;</code></pre>',
  '<table><tr><td>cell</td></tr></table>',
  '<img src="/uploads/00000000000000000000000000000000-2000x1000-200.png" alt="x">',
  '<a href="#note" id="note">n</a>',
  '<p>unclosed <em>text',
  '<iframe src="https://www.youtube.com/embed/x"></iframe>',
  '<svg><style><img src=x onerror=alert(1)>',
];

const WORDS = 'a quiet morning with tea and Äpfel 茶 about the tide machine'.split(' ');

const joined = (parts: readonly string[], maxLength: number, separator: string) =>
  fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength })
    .map((chosen) => chosen.join(separator));

const goodText = weighted(
  [4, joined(WORDS, 8, ' ')],
  [1, joined(HTML_PARTS, 4, '')],
  [1, fc.constantFrom('https://example.com/a.png', '/uploads/x.png')],
);

function textBy(schema: Schema): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 1_000 } = schema;
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  if (schema.format === 'uuid') return fc.uuid({ version: 7 });
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
  return weighted([5, goodText.filter(fits)], [1, any.filter(fits)]);
}

/** Fields with rules that the description cannot express: most of what fits it is refused. */
const FITTING_FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  icon: [EXISTING.upload, null],
  logo: [EXISTING.upload, null],
  featured_image: [EXISTING.upload, null],
  published_at: ['2020-02-29T12:00:00.000Z', null],
  publish_at: ['2150-01-01T00:00:00+01:00', null],
};

function objectBy({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const parts = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const fitting = FITTING_FIELDS[name];
      const valid = validBy(schema);
      return [name, fitting ? weighted([3, fc.constantFrom(...fitting)], [1, valid]) : valid];
    }),
  );
  return fc.record(parts, {
    requiredKeys: required.filter((name) => name in parts),
    noNullPrototype: true,
  });
}

const arbitraries = new Map<string, fc.Arbitrary<unknown>>();

export function validBy(schema: Schema): fc.Arbitrary<unknown> {
  // Cached: creating an arbitrary takes longer than a thousand samples.
  const key = JSON.stringify(schema);
  const arbitrary = arbitraries.get(key) ?? createArbitrary(schema);
  arbitraries.set(key, arbitrary);
  return arbitrary;
}

function createArbitrary(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(validBy));
  // They follow rules that the description cannot express.
  if (schema.examples) return fc.constantFrom(...schema.examples);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => validBy({ ...schema, type })));
  }
  const { minimum = -1_000, maximum = 1_000, minItems = 0, maxItems = 5 } = schema;
  switch (schema.type) {
    case 'string':
      return textBy(schema);
    case 'integer':
      return fc.integer({
        min: Math.max(minimum, -(2 ** 31)),
        max: Math.min(maximum, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(validBy(schema.items ?? {}), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 5),
      });
    case 'object':
      return objectBy(schema);
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Mostly invalid for any schema. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    ...[null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 53), 1e308, [], {}, [[]], [null]],
    ...[{ length: 1e9 }, { toString: 1 }, { $gt: '' }],
  ),
  fc.array(hostileText, { maxLength: 60 }),
  fc.jsonValue({ maxDepth: 4 }),
);
