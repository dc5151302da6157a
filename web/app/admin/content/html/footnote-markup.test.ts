import { expect, test } from 'vitest';
import { freeNumber, isEmptyNote, noteHtml, referenceHtml } from './footnote-markup.ts';

test.each([
  ['<p>One</p>', 1],
  [referenceHtml(1), 2],
  [noteHtml(1), 2],
  [referenceHtml(1) + noteHtml(2), 3],
  [referenceHtml(2) + noteHtml(2), 1],
  ['<a id="fnref1" href="#fn2">1</a>', 3],
  ["<li id=fn1></li><li id='fn2'></li>", 3],
  [`<!-- ${noteHtml(1)} --> id="fn1"`, 1],
])('%s leaves %i free', (html, number) => {
  expect(freeNumber(html)).toBe(number);
});

test.each([
  [noteHtml(1), true],
  ['<p>&nbsp;</p>', true],
  ['<p>See ↩</p>', false],
  ['<p><img src="/a.jpg"> ↩</p>', false],
])('%s is empty: %s', (html, isEmpty) => {
  expect(isEmptyNote(html)).toBe(isEmpty);
});
