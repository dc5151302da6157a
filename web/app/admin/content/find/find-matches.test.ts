import { expect, test } from 'vitest';
import { findMatches, matchAt } from './find-matches.ts';

const found = (text: string, query: string, matchCase = false) =>
  findMatches(text, { text: query, matchCase }).map(({ from, to }) => text.slice(from, to));

test('matches are found in any case, or in the same', () => {
  expect(found('A cat, a Cat, CATS', 'cat')).toEqual(['cat', 'Cat', 'CAT']);
  expect(found('A cat, a Cat, CATS', 'Cat', true)).toEqual(['Cat']);
  expect(found('ÄRGER und Ärger', 'ärger')).toEqual(['ÄRGER', 'Ärger']);
  // Its small letter is two characters long.
  expect(findMatches('İİ word', { text: 'word', matchCase: false })).toEqual([{ from: 3, to: 7 }]);
});

test('signs of regular expressions are only signs', () => {
  expect(found('a.b (a+b) [x] a/b {2} c\\d ^$ | a-b', 'a.b')).toEqual(['a.b']);
  for (const sign of ['(a+b)', '[x]', 'a/b', '{2}', 'c\\d', '^$', '|', 'a-b', '?'])
    expect(found(`one ${sign} two`, sign)).toEqual([sign]);
});

test('quotes and spaces of a keyboard find typographic ones, not the other way round', () => {
  expect(found('don’t “go” 10\u00a0km', "don't")).toEqual(['don’t']);
  expect(found('don’t “go” 10\u00a0km', '"go"')).toEqual(['“go”']);
  expect(found('don’t “go” 10\u00a0km', '10 km')).toEqual(['10\u00a0km']);
  expect(found("don't", 'don’t')).toEqual([]);
});

test('nothing is found without a query; matches do not overlap', () => {
  expect(found('text', '')).toEqual([]);
  expect(found('aaaa', 'aa')).toEqual(['aa', 'aa']);
});

test('the current match is the next one, and the first behind the last', () => {
  const matches = findMatches('a b a b a', { text: 'a', matchCase: false });
  expect([0, 1, 4, 5, 8, 9].map((position) => matchAt(matches, position))).toEqual([
    0, 1, 1, 2, 2, 0,
  ]);
  expect(matchAt([], 3)).toBe(-1);
});
