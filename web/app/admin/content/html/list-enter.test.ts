import fc from 'fast-check';
import { expect, test } from 'vitest';
import { continueList } from './list-enter.ts';

/** Two bars mark the selection, one the caret. */
function enter(marked: string): string | null {
  const [from, last] = [marked.indexOf('|'), marked.lastIndexOf('|')];
  const text = marked.replaceAll('|', '');
  const next = continueList({ text, from, to: last === from ? from : last - 1 });
  if (!next) return null;
  expect(next.from).toBe(next.to);
  return `${next.text.slice(0, next.to)}|${next.text.slice(next.to)}`;
}

test.each([
  ['<ul>\n  <li>a|</li>\n</ul>', '<ul>\n  <li>a</li>\n  <li>|</li>\n</ul>'],
  ['<ul>\n  <li>a</li>|\n</ul>', '<ul>\n  <li>a</li>\n  <li>|</li>\n</ul>'],
  ['<ol>\n<li>one| two</li>\n</ol>', '<ol>\n<li>one</li>\n<li>|two</li>\n</ol>'],
  ['<ol>\n<li>|one</li>\n</ol>', '<ol>\n<li></li>\n<li>|one</li>\n</ol>'],
  ['<ul>\n\t<li>a |b| c</li>\n</ul>', '<ul>\n\t<li>a</li>\n\t<li>|c</li>\n</ul>'],
  [
    '<ul>\n  <li>a <b>b|c</b> d</li>\n</ul>',
    '<ul>\n  <li>a <b>b</b></li>\n  <li><b>|c</b> d</li>\n</ul>',
  ],
  [
    '<ul>\n<li>a <a href="/x"><em>b|c</em></a></li>\n</ul>',
    '<ul>\n<li>a <a href="/x"><em>b</em></a></li>\n<li><a href="/x"><em>|c</em></a></li>\n</ul>',
  ],
  ['<ul>\n  <li>a</li>\n  <li>|</li>\n</ul>', '<ul>\n  <li>a</li>\n</ul>\n|'],
  ['<ul>\n<li>a</li>\n<li>|</li>\n</ul>\n<p>b</p>', '<ul>\n<li>a</li>\n</ul>\n|\n<p>b</p>'],
  ['<ul>\n<li>|</li>\n<li>b</li>\n</ul>', '<ul>\n<li>b</li>\n</ul>\n|'],
  ['x\n<ul>\n  <li>|</li>\n</ul>\ny', 'x\n|\ny'],
  [
    '<ul>\n  <li>a\n    <ul>\n      <li>b</li>\n      <li>|</li>\n    </ul>\n  </li>\n</ul>',
    '<ul>\n  <li>a\n    <ul>\n      <li>b</li>\n    </ul>\n  </li>\n  <li>|</li>\n</ul>',
  ],
] as const)('%j', (before, after) => {
  expect(enter(before)).toBe(after);
});

test.each([
  'a|b',
  '<p>a|</p>',
  '<ul>|\n<li>a</li>\n</ul>',
  '<ul>\n<li>a</li>\n</ul>|',
  '<ul>\n<l|i>a</li>\n</ul>',
  '<ul>\n<li>a |<b>b| c</b></li>\n</ul>',
  '<ul><li>a|</li></ul>',
  '<ul>\n<li>a|</li><li>b</li>\n</ul>',
  '<ul>\n<li>a|\nb</li>\n</ul>',
])('a plain line break: %j', (marked) => {
  expect(enter(marked)).toBeNull();
});

test('splitting keeps all words, and both items have their tags', () => {
  const words = fc.stringMatching(/^[a-z]{0,6}( [a-z]{1,6}){0,3}$/);
  fc.assert(
    fc.property(words, fc.nat(), (item, number) => {
      fc.pre(item.trim() !== '');
      const start = '<ul>\n  <li>';
      const caret = start.length + (number % (item.length + 1));
      const text = `${start}${item}</li>\n</ul>`;
      const next = continueList({ text, from: caret, to: caret });
      const items = [...(next?.text.matchAll(/^ {2}<li>(.*)<\/li>$/gm) ?? [])].map(([, it]) => it);
      expect(items).toHaveLength(2);
      expect(items.join('').replaceAll(' ', '')).toBe(item.replaceAll(' ', ''));
    }),
  );
});
