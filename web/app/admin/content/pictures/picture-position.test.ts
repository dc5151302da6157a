import fc from 'fast-check';
import { expect, test } from 'vitest';
import { picturePosition } from './picture-position.ts';

/** The bar is where the image is dropped; in the result, where it is inserted. */
function drop(marked: string): string {
  const wanted = marked.indexOf('|');
  const text = marked.replace('|', '');
  const position = picturePosition(text, wanted);
  return `${text.slice(0, position)}|${text.slice(position)}`;
}

test.each([
  ['|one two', '|one two'],
  ['one two|', 'one two|'],
  ['one| two', 'one| two'],
  ['on|e two', 'one| two'],
  ['one tw|o', 'one two|'],
  ['longer w|ord', 'longer |word'],
  ['one|\ntwo', 'one\n|two'],
  ['<p>one</p>\n|<p>two</p>', '<p>one</p>\n|<p>two</p>'],
  ['<p>one</p>|\n<p>two</p>', '<p>one</p>\n|<p>two</p>'],
  ['<p>on|e</p>', '|<p>one</p>'],
  ['<p>one two thr|ee</p>\n<p>four</p>', '<p>one two three</p>\n|<p>four</p>'],
  ['<p>one</p>\n<p>tw|o three four</p>', '<p>one</p>\n|<p>two three four</p>'],
  ['<h2>one tw|o</h2>', '<h2>one two</h2>|'],
  ['<ul>\n<li>a|</li>\n<li>b</li>\n</ul>', '|<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['<table>\n<tr><td>a|</td></tr>\n</table>', '|<table>\n<tr><td>a</td></tr>\n</table>'],
  ['<pre><code>a\n\nb|</code></pre>', '<pre><code>a\n\nb</code></pre>|'],
  [
    '<blockquote><p>a</p>\n<p>|b</p></blockquote>\nc',
    '<blockquote><p>a</p>\n<p>b</p></blockquote>\n|c',
  ],
  [
    '<figure><img src="a">|<figcaption>b</figcaption></figure>\n',
    '|<figure><img src="a"><figcaption>b</figcaption></figure>\n',
  ],
  ['<div><p>a</p>|<p>b</p></div>', '<div><p>a</p>|<p>b</p></div>'],
  [
    'a\n<section class="footnotes"><ol>\n<li id="fn1">b|</li>\n</ol></section>',
    'a\n<section class="footnotes"><ol>\n<li id="fn1">b</li>\n</ol></section>|',
  ],
  ['a <a href="/x|y">link</a> b', 'a |<a href="/xy">link</a> b'],
  ['un<em>b|elievable</em>.', '|un<em>believable</em>.'],
  ['a <b>|word</b> b', 'a |<b>word</b> b'],
  ['a <!-- note| --> b', 'a <!-- note -->| b'],
  ['a &am|p; b', 'a &amp;| b'],
  ['', ''],
] as const)('%j', (marked, expected) => {
  expect(drop(marked === '' ? '|' : marked)).toBe(expected === '' ? '|' : expected);
});

test('no position is within a tag or a word', () => {
  const part = fc.constantFrom(
    '<p>',
    '</p>',
    '<em>',
    '</em>',
    'word',
    ' ',
    '\n',
    '<img alt="a b">',
  );
  fc.assert(
    fc.property(fc.array(part), fc.nat(), (parts, number) => {
      const text = parts.join('');
      const position = picturePosition(text, number % (text.length + 1));
      const [before, behind] = [text.slice(0, position), text.slice(position)];
      expect(before.lastIndexOf('<')).toBeLessThanOrEqual(before.lastIndexOf('>'));
      const bare = (html: string) => html.replaceAll(/<\/?em>/g, '');
      expect(/[a-z]$/.test(bare(before)) && /^[a-z]/.test(bare(behind))).toBe(false);
    }),
  );
});

test('no position is within a paragraph, list, quotation, table or block of code', () => {
  const part = fc.constantFrom(
    '<p>a b</p>',
    '<p>One <em>two</em> three four.</p>\n',
    '<ul>\n  <li>a</li>\n  <li>b c</li>\n</ul>',
    '<blockquote>\n<p>a</p>\n\n<p>b</p>\n</blockquote>',
    '<table>\n<tr><td>a</td></tr>\n</table>\n',
    '<pre><code>a\n\nb</code></pre>',
    'bare words ',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(part), fc.nat(), (parts, number) => {
      const text = parts.join('');
      const position = picturePosition(text, number % (text.length + 1));
      for (const name of ['p', 'ul', 'blockquote', 'table', 'pre']) {
        const before = text.slice(0, position);
        const count = (pattern: string) => before.split(pattern).length;
        expect(count(`<${name}>`), name).toBe(count(`</${name}>`));
      }
    }),
  );
});
