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
  ['<p>one</p>\n|<p>two</p>', '<p>one</p>\n|<p>two</p>'],
  ['<p>on|e</p>', '<p>one|</p>'],
  ['<p cla|ss="a > b">one</p>', '|<p class="a > b">one</p>'],
  ['<p class="a > |b">one</p>', '<p class="a > b">|one</p>'],
  ['a <a href="/x|y">link</a> b', 'a |<a href="/xy">link</a> b'],
  ['un<em>b|elievable</em>.', '|un<em>believable</em>.'],
  ['a <b>|word</b> b', 'a |<b>word</b> b'],
  ['a <!-- note| --> b', 'a <!-- note -->| b'],
  ['a &am|p; b', 'a &amp;| b'],
  ['', ''],
] as const)('%s', (marked, expected) => {
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
