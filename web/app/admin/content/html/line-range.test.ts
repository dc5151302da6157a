import { expect, test } from 'vitest';
import { lineRange } from './text-blocks.ts';

test.each([
  [1, 'one'],
  [2, ''],
  [3, 'three'],
  [4, 'last'],
  [5, 'last'],
])('line %i is %j', (line, expected) => {
  const text = 'one\n\nthree\nlast';
  const { from, to } = lineRange(text, line);
  expect(text.slice(from, to)).toBe(expected);
});
