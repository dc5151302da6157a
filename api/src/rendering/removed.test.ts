import { type Preview, preview } from '@longhand/contract/posts/posts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectLinearGrowth } from '../../../test-support/growth.ts';
import { NestedTooDeeplyError, parseHtml } from './html-tree.ts';
import { findRemoved, type Removed } from './removed.ts';
import { renderPreview } from './render.ts';
import { sanitise } from './sanitise.ts';

function removedFrom(html: string): Removed {
  let removed: Removed | undefined;
  parseHtml(html, (parsed) => {
    removed = findRemoved(html, parsed);
  });
  return removed as Removed;
}

function shown(html: string): string[] {
  return removedFrom(html).removed.map(({ kind, name, line }) => `${line} ${kind} ${name}`.trim());
}

test.each([
  ['<script>1</script>', ['1 element script']],
  ['a\n<style>p {}</style>', ['2 element style']],
  ['<svg onload="1"><script>1</script></svg>', ['1 element svg']],
  ['<object><b></object>', ['1 element object']],
  ['<embed src="/a.swf">', ['1 element embed']],
  [
    '<form action="/x">\n<input>\n<button>b</button></form>',
    ['1 element form', '2 element input', '3 element button'],
  ],
  ['<p\n  onclick="x()"\n  style="color: red">a</p>', ['2 attribute onclick', '3 attribute style']],
  ['<a href="javascript:alert(1)">a</a>', ['1 address href']],
  ['<a href="ftp://example.com/">a</a>', ['1 address href']],
  ['<a href="//example.com/">a</a>', ['1 address href']],
  ['<img src="data:image/png;base64,AA">', ['1 address src']],
  ['<img alt="x">', ['1 element img']],
  ['<video poster="javascript:1" src="file:///a"></video>', ['1 address poster', '1 address src']],
  ['<iframe src="https://example.com/x"></iframe>', ['1 element iframe']],
  ['<font color="red">a</font>', ['1 element font']],
])('of %j the writer is told %j', (html, expected) => {
  expect(shown(html)).toEqual(expected);
});

test.each([
  '<p class="unknown" data-x="1">a</p>',
  '<p>a<p>b<ul><li>c<li>d</ul><table><tr><td>e<td>f</table>',
  '<dl><dt>a<dd>b</dl><ruby>a<rt>b</ruby><hr><br><img src="/a.png">',
  '<a href="/x">a</a><a href="#x">b</a><a href="mailto:a@example.com">c</a>',
  '<iframe src="https://www.youtube.com/embed/x"></iframe>',
  '<b><i>overlapping</b></i>',
  '<b>a<p>b</b>c</p>',
  '<p>a<div>b</div></p>',
  '<html><body><p>a whole page</p></body></html>',
  '<!-- <b> -->1 < 2, a<3 &lt;b&gt; <p title="</b><script>">x</p>',
  '<pre>a &lt;b></pre><x-y>z</x-y>',
  '',
])('of %j there is nothing to tell', (html) => {
  expect(removedFrom(html)).toEqual({ removed: [], removed_count: 0 });
});

test.each([
  ['<div>\n<b>a</div>', ['2 unclosed b']],
  ['<h2>a\n<p>b</p>', ['1 unclosed h2']],
  ['<a href="/1">1\n<a href="/2">2</a>', ['1 unclosed a']],
  ['a</b>\n</div></p>', ['1 unopened b', '2 unopened div', '2 unopened p']],
  ['<b>1</b></b>', ['1 unopened b']],
  ['<p>a</p>\n<a href="x>text</a>\n<p>b', ['2 unclosed']],
  ['<p>a</p>\nb <em', ['2 unclosed']],
  ['a\n<!-- b\n<p>c</p>', ['2 unclosed']],
  ['a\n<script>1', ['2 element script', '2 unclosed script']],
])('of %j the writer is told which tags are not in pairs: %j', (html, expected) => {
  expect(shown(html)).toEqual(expected);
});

test.each([
  [
    '<iframe src="https://maps.example.com/x"></iframe>',
    'The embed of maps.example.com will be removed: only YouTube and Vimeo can be embedded.',
  ],
  [
    '<iframe src="http://www.youtube.com/embed/x"></iframe>',
    'The embed of www.youtube.com will be removed: its address must start with https://.',
  ],
  [
    '<iframe srcdoc="x"></iframe>',
    'The embed without an address will be removed: only YouTube and Vimeo can be embedded.',
  ],
  [
    '<img src="file:///home/a.png">',
    'The picture will be removed: its address starts with file:. Upload it instead.',
  ],
  [
    '<a href=" JavaScript:1">a</a>',
    'The link runs a script and will be removed; its text stays: scripts do not run in posts.',
  ],
  [
    'Array<string> of',
    '<string> is read as a tag and not shown. To show it as text, write &lt;string&gt;.',
  ],
  ['<em>a', 'The tag <em> is never closed: add </em> where it ends.'],
])('%j has the message %j', (html, message) => {
  expect(removedFrom(html).removed.map((removal) => removal.message)).toEqual([message]);
});

test('many of one kind do not hide the others, and all are counted', () => {
  const { removed, removed_count } = removedFrom(
    `${'<p style="x">a</p>\n'.repeat(1_000)}<script>1</script>`,
  );
  expect(removed).toHaveLength(6);
  expect(removed.at(-1)).toMatchObject({ name: 'script', line: 1_001 });
  expect(removed_count).toBe(1_001);
  const kinds = Array.from({ length: 50 }, (_, n) => `<p on${n}="x">a</p>`).join('');
  expect(removedFrom(kinds).removed).toHaveLength(20);
});

test('the same is listed once in a line', () => {
  expect(removedFrom('<p style="a"><b style="b">x</b></p>\n<p style="c">y</p>')).toMatchObject({
    removed: [{ line: 1 }, { line: 2 }],
    removed_count: 3,
  });
});

test('long names and addresses are cut', () => {
  const long = 'x'.repeat(100_000);
  const { removed } = removedFrom(`<a href="${long}:">a</a><${long}><p on${long}>`);
  expect(removed).toHaveLength(3);
  expect(JSON.stringify(removed).length).toBeLessThan(2_000);
});

const address = fc.oneof(
  fc.constantFrom('/a', '#a', 'a.png', '//example.com/a', 'https://example.com/', 'HTTPS://a/'),
  fc
    .array(
      fc.constantFrom(
        'http',
        'javascript',
        'mailto',
        ':',
        '/',
        '//',
        '?',
        '#',
        ' ',
        '\t',
        '\\',
        'a',
      ),
    )
    .map((parts) => parts.join('')),
);

test('an address is named exactly if the sanitiser removes it', () => {
  fc.assert(
    fc.property(address, (value) => {
      for (const html of [`<a href="${value}">a</a>`, `<audio src="${value}"></audio>`])
        expect([html, removedFrom(html).removed_count]).toEqual([
          html,
          /href=|src=/.test(sanitise(html).html) ? 0 : 1,
        ]);
    }),
    { numRuns: 1_000 },
  );
});

const PIECES = [
  ...['<b>', '</b>', '<p>', '</p>', '<table>', '<td>', '</table>', '<a href="', '">', '<svg>'],
  ...['<script>', '</script>', '<!--', '-->', '<iframe src=x>', 'text', '\n', '<', '>', '</', '"'],
  ...['<template>', '<select><option>', '<p onclick=1 style=2>', '\u0000', '\ud800', '<b\u0000>'],
];

test('whatever is written, what is told is valid and in the order of the lines', () => {
  fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }), async (pieces) => {
      const html = pieces.join('');
      const rendered: Preview = await renderPreview(html);
      expect(preview.parse(rendered)).toEqual(rendered);
      const lines = rendered.removed.map(({ line }) => line);
      expect(lines).toEqual(lines.toSorted((a, b) => a - b));
      expect(Math.max(1, ...lines)).toBeLessThanOrEqual(html.split('\n').length);
      expect(rendered.removed_count).toBeGreaterThanOrEqual(lines.length);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['scripts', '<script></script>'],
  ['attributes', '<p onclick=1 style=2>'],
  ['tags that nobody closed', '<p><b></p>'],
  ['closing tags of nothing', '</b>'],
  ['unfinished tags', '<a href="'],
  ['comments', '<!-- -->'],
  ['comments that do not end', '<!--'],
  ['signs that open tags', '<'],
  ['closing tags that are not finished', '</a '],
  ['links to nowhere', '<a href="javascript:1">x</a>'],
])('%s take no longer than their length', async (_what, unit) => {
  const repeated = (length: number) => unit.repeat(Math.ceil(length / unit.length));
  await expectLinearGrowth(repeated, 16_000, (html) => {
    try {
      removedFrom(html);
    } catch (error) {
      expect(error).toBeInstanceOf(NestedTooDeeplyError);
    }
  });
});
