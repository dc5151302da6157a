import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { parseHtml, writeHtml } from './html-tree.ts';
import { enrichImages as enrichTree } from './images.ts';
import { sanitise as sanitiseTree } from './sanitise.ts';

const HASH = 'a'.repeat(32);
const SMALL = `/uploads/${HASH}-300x200-123.png`;
const MIDDLE = `/uploads/${HASH}-400x300-123.png`;
const LARGE = `/uploads/${HASH}-1600x900-123.webp`;

function sanitise(html: string): string {
  return sanitiseTree(html).html;
}

function enrichImages(html: string): string {
  const tree = parseHtml(html);
  enrichTree(tree);
  return writeHtml(tree);
}

type Found = { name: string; parent: string; attributes: Record<string, string> };

/** All elements as a browser sees them. */
function elements(html: string): Found[] {
  const found: Found[] = [];
  function walk(node: DefaultTreeAdapterTypes.ParentNode, parent: string): void {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      const attributes = Object.fromEntries(child.attrs.map(({ name, value }) => [name, value]));
      found.push({ name: child.tagName, parent, attributes });
      walk(child, child.tagName);
    }
  }
  walk(parseFragment(html), '');
  return found;
}

function enriched(html: string): Found[] {
  return elements(enrichImages(sanitise(html)));
}

function only(name: string, html: string): Found | undefined {
  const all = enriched(html).filter((each) => each.name === name);
  expect(all.length).toBeLessThanOrEqual(1);
  return all[0];
}

test('an upload comes in several widths, as AVIF first, with its size and its tint', () => {
  expect(enrichImages(sanitise(`<p><img src="${MIDDLE}" alt="A"></p>`))).toBe(
    [
      '<p><picture><source type="image/avif"',
      `srcset="/uploads/320/${HASH}-400x300-123.png.avif 320w, /uploads/400/${HASH}-400x300-123.png.avif 400w"`,
      'sizes="min(400px, 100vw - 2.5rem)" />',
    ]
      .join(' ')
      .concat(
        [
          `<img src="${MIDDLE}" alt="A" loading="lazy" width="400" height="300" decoding="async" class="tint-123"`,
          `srcset="/uploads/320/${HASH}-400x300-123.png.webp 320w, ${MIDDLE} 400w"`,
          'sizes="min(400px, 100vw - 2.5rem)" /></picture></p>',
        ].join(' '),
      ),
  );
});

test('what an image says of itself stays', () => {
  const own =
    '<img src="https://example.com/a.png" alt="A" width="1" height="2" loading="eager" />';
  expect(enrichImages(own)).toBe(own);
  const image = only(
    'img',
    `<img class="left" src="${LARGE}" width="200" loading="eager" decoding="sync" srcset="/a.png 2x">`,
  );
  expect(image).toMatchObject({
    parent: '',
    attributes: {
      class: 'left tint-123',
      width: '200',
      loading: 'eager',
      decoding: 'sync',
      srcset: '/a.png 2x',
    },
  });
  expect(image?.attributes).not.toHaveProperty('height');
});

test.each([
  'https://example.com/a.png?alt=media&amp;width=1',
  `https://example.com${LARGE}`,
  `https://example.com/uploads/${HASH}-1600x900.jpg`,
  `/uploads/x/${HASH}-1600x900.jpg`,
  `/uploads/a, https://example.com/ ${HASH}-1600x900.jpg`,
])('the image %s gets an alternative text and waits, no more', (src) => {
  expect(enrichImages(`<img src="${src}" />`)).toBe(`<img src="${src}" alt="" loading="lazy" />`);
});

test('what moves, might move, or is small already, is not wrapped', () => {
  for (const name of ['640x480-123a.webp', '640x480-123a.gif', '640x480.webp', '640x480.gif']) {
    const image = only('img', `<img src="/uploads/${HASH}-${name}">`);
    expect(image?.parent).toBe('');
    expect(image?.attributes.srcset).toContain('.webp 320w, ');
  }
  const small = only('img', `<img src="${SMALL}">`);
  expect(small).toMatchObject({ parent: '', attributes: { width: '300', class: 'tint-123' } });
  expect(small?.attributes).not.toHaveProperty('srcset');
});

test.each([
  [`<img src="${LARGE}">`, 'min(40rem, 100vw - 2.5rem)'],
  [`<img src="${LARGE}" width="200" height="100">`, 'min(200px, 100vw - 2.5rem)'],
  [`<img src="${LARGE}" width="50%">`, 'min(40rem, 100vw - 2.5rem)'],
  [`<img class="wide" src="${LARGE}">`, 'min(56rem, 100vw - 2.5rem)'],
  [
    `<figure class="wide"><a href="/"><img src="${LARGE}"></a></figure>`,
    'min(56rem, 100vw - 2.5rem)',
  ],
  [`<div class="full"><p><br><img src="${LARGE}" width="9"></p></div>`, '100vw'],
  [`<div class="full"><p>a</p></div><img src="${LARGE}">`, 'min(40rem, 100vw - 2.5rem)'],
  [`<figure class="wide"><hr></figure><p><img src="${LARGE}">`, 'min(40rem, 100vw - 2.5rem)'],
])('%s is shown in the width %s', (html, sizes) => {
  expect(only('img', html)?.attributes.sizes).toBe(sizes);
  expect(only('source', html)?.attributes.sizes).toBe(sizes);
});

test('a picture element of one’s own is left as it is', () => {
  const html = `<picture><source srcset="/a.avif" media="print"><img src="${LARGE}"></picture><img src="${LARGE}">`;
  const pictures = enriched(html).filter((each) => each.name === 'picture');
  expect(pictures.map((each) => each.parent)).toEqual(['', '']);
  expect(enriched(html).filter((each) => each.name === 'source')).toHaveLength(2);
});

const block = fc.letrec<{ html: string }>((tie) => ({
  html: fc.oneof(
    { maxDepth: 4 },
    fc
      .constantFrom(SMALL, MIDDLE, LARGE, 'https://example.com/a.png')
      .map((src) => `<img src="${src}">`),
    fc.constantFrom(
      'text',
      '<br>',
      '<hr>',
      '<wbr>',
      '</p>',
      '</picture>',
      '<source srcset="/a.png">',
    ),
    fc
      .tuple(
        fc.constantFrom('p', 'div', 'figure', 'picture', 'a', 'span'),
        fc.constantFrom('', ' class="wide"', ' class="full"'),
        fc.array(tie('html'), { maxLength: 4 }),
      )
      .map(([name, attributes, inner]) => `<${name}${attributes}>${inner.join('')}</${name}>`),
  ),
})).html;

test('however images are nested, each is wrapped once at most, and none is lost or added', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
      const clean = sanitise(blocks.join(''));
      const before = elements(clean);
      const after = elements(enrichImages(clean));
      const srcs = (all: Found[]) =>
        all.filter(({ name }) => name === 'img').map(({ attributes }) => attributes.src);
      expect(srcs(after)).toEqual(srcs(before));
      const ours = after.filter(({ attributes }) => attributes.type === 'image/avif');
      expect(ours.every(({ parent }) => parent === 'picture')).toBe(true);
      const pictures = (all: Found[]) => all.filter(({ name }) => name === 'picture').length;
      expect(pictures(after) - pictures(before)).toBe(ours.length);
      expect(enrichImages(enrichImages(clean)).match(/<picture/g)?.length ?? 0).toBe(
        pictures(after),
      );
    }),
  );
});

test('whatever an image is said to show, it stays that, and nothing comes of it', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          '"',
          "'",
          '<',
          '>',
          '&',
          '=',
          '/',
          ' ',
          'onerror',
          'src',
          '&quot;',
          '/uploads/',
        ),
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(hostile, hostile, (alt, title) => {
      const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      const clean = sanitise(`<img title="${quoted(title)}" src="${LARGE}" alt="${quoted(alt)}">`);
      const [before] = elements(clean);
      const after = elements(enrichImages(clean));
      expect(after.map(({ name }) => name)).toEqual(['picture', 'source', 'img']);
      expect(after[2]?.attributes).toMatchObject(before?.attributes ?? {});
      const added = 'alt class decoding height loading sizes src srcset title width'.split(' ');
      expect(added).toEqual(expect.arrayContaining(Object.keys(after[2]?.attributes ?? {})));
    }),
  );
});

test('a long tag takes no longer than its length', () => {
  const spaces = ' '.repeat(200_000);
  const started = performance.now();
  enrichImages(sanitise(`<p title="${spaces}">a</p><img src="${LARGE}" alt="${spaces}x">`));
  expect(performance.now() - started).toBeLessThan(20_000);
});
