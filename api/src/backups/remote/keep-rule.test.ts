import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../clock.ts';
import { chooseKept } from './stored-backups.ts';

const START = Date.parse('2026-01-01T03:00:00.000Z');
const NONE = { days: 0, weeks: 0, months: 0 };

/** Every six hours for a year. */
const year = Array.from({ length: 365 * 4 }, (_, number) => ({
  madeAt: new Date(START + number * 6 * HOUR_MS),
}));

const kept = (rule: Parameters<typeof chooseKept>[1], backups = year) =>
  [...chooseKept(backups, rule)].map(({ madeAt }) => madeAt.toISOString().slice(0, 13)).toSorted();

test('the newest of each of the last days, weeks and months is kept', () => {
  expect(kept({ ...NONE, days: 3 })).toEqual(['2026-12-29T21', '2026-12-30T21', '2026-12-31T21']);
  expect(kept({ ...NONE, weeks: 3 })).toEqual(['2026-12-20T21', '2026-12-27T21', '2026-12-31T21']);
  expect(kept({ ...NONE, months: 2 })).toEqual(['2026-11-30T21', '2026-12-31T21']);
  expect(kept({ days: 7, weeks: 4, months: 12 })).toHaveLength(7 + 2 + 11);
});

test('the newest is always kept, and nothing more for want of backups', () => {
  expect(kept(NONE)).toEqual(['2026-12-31T21']);
  expect(kept({ days: 7, weeks: 4, months: 12 }, [])).toEqual([]);
});

test('days without a backup do not count, so that a long pause deletes nothing', () => {
  const rare = [0, 100, 200, 300].map((day) => ({ madeAt: new Date(START + day * DAY_MS) }));
  expect(kept({ ...NONE, days: 4 }, rare)).toHaveLength(4);
});

test('what is made day by day ends as the rule says', () => {
  const rule = { days: 7, weeks: 4, months: 12 };
  let backups: { madeAt: Date }[] = [];
  for (const backup of year) backups = [...chooseKept([...backups, backup], rule)];
  expect(kept(rule, backups)).toEqual(kept(rule));
});
