import { expect, test } from 'vitest';
import { ARCHIVE_LIMITS, createEntryList } from './entries.ts';

test('too many files are refused', () => {
  const list = createEntryList<number>();
  for (let n = 0; n < ARCHIVE_LIMITS.entries; n += 1) list.add(`${n}`, 0, n);
  expect(() => list.add('one more', 0, 0)).toThrow(/more than 100,000 files/);
});

test('names that are too long, alone or together, are refused', () => {
  const list = createEntryList<number>();
  expect(() => list.add('x'.repeat(ARCHIVE_LIMITS.nameLength + 1), 0, 0)).toThrow(/too long/);
  const fill = () => {
    for (let n = 0; n < 10_000; n += 1) list.add(`${n}`.padStart(4_000, '0'), 0, n);
  };
  expect(fill).toThrow(/too many long names/);
});
