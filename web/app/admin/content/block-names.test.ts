import { expect, test } from 'vitest';
import { nameBlocks, ordinal } from './content-facts.ts';
import { parseWithPositions } from './document/parse-html.ts';

function names(html: string): string[] {
  return nameBlocks(html, parseWithPositions(html)).map(({ name }) => name);
}

test('paragraphs are counted, with and without tags', () => {
  expect(names('<p>One</p>\n\nTwo <b>bold</b>\n\n<b>Three</b>\n\n<p>Four</p>')).toEqual([
    '1st paragraph',
    '2nd paragraph',
    '3rd paragraph',
    '4th paragraph',
  ]);
});

test('a heading has its words, a picture those before it', () => {
  const html = `<img src="/a.webp">
<h2>One two three four five six</h2>
<figure><img src="/b.webp"><figcaption>A caption</figcaption></figure>
<p>It says a lot of things here.</p>
<p><img src="/c.webp"></p>
<figure><img src="/d.webp"></figure>
<p>Text with <img src="/e.webp"></p>`;
  expect(names(html)).toEqual([
    'Picture at the beginning',
    'Heading “One two three four five…”',
    'Picture after “…two three four five six”',
    '1st paragraph',
    'Picture after “…a lot of things here.”',
    '2nd picture after “…a lot of things here.”',
    '2nd paragraph',
  ]);
});

test('other blocks are counted by kind', () => {
  const html =
    '<ul><li>x</li></ul><table><tr><td>x</td></tr></table><ol><li>y</li></ol><blockquote>q</blockquote><pre>c</pre><hr><div><p>x</p></div><h3></h3>';
  expect(names(html)).toEqual([
    ...['1st list', '1st table', '2nd list', '1st quote', '1st code block', '1st line'],
    ...['1st block', '1st heading'],
  ]);
});

test('blocks know their place in the source', () => {
  const html = '<!-- a -->\n<p>One &amp; two</p>\n\nBare &lt; text\n\n<p>Last</p>\n';
  const places = nameBlocks(html, parseWithPositions(html)).map(({ from, to }) =>
    html.slice(from, to),
  );
  expect(places).toEqual(['<p>One &amp; two</p>', 'Bare &lt; text', '<p>Last</p>']);
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [112, '112th'],
])('%i is %s', (number, expected) => {
  expect(ordinal(number)).toBe(expected);
});
