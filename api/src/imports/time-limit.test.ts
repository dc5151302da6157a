import { expect, test } from 'vitest';
import { findInTime } from './time-limit.ts';

const SLOW = /^(a+)+$/;

test.each([
  [
    'a loop',
    () => {
      for (;;);
    },
  ],
  ['a regular expression', () => SLOW.test(`${'a'.repeat(60)}b`)],
])('%s without end is ended, and the item is named', (_, find) => {
  expect(findInTime('One', find, 20)).toEqual({
    kind: 'skipped',
    title: 'One',
    reason: 'It took longer than 0.02 seconds to read, so it was left out.',
  });
  expect(findInTime('Two', () => 'found')).toBe('found');
});

test('other errors are those of the item', () => {
  const fail = () => {
    throw new RangeError('nested');
  };
  expect(() => findInTime('One', fail)).toThrow(RangeError);
});
