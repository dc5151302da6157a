import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, countDays, rangeBefore, UNITS } from './days.ts';
import { movedInto, toPeriods, totalOf } from './periods.ts';

const day = (on: string, views: number, visitors = views) => ({ day: on, views, visitors });

test('days without views are in the chart, too', () => {
  const range = { from: '2026-11-01', to: '2026-11-03' };
  const periods = toPeriods([day('2026-11-02', 4, 2)], range, 'day');
  expect(periods.map(({ from, views }) => [from, views])).toEqual([
    ['2026-11-01', 0],
    ['2026-11-02', 4],
    ['2026-11-03', 0],
  ]);
});

test('weeks begin on Monday, and the first and last have the days of the range only', () => {
  const range = { from: '2026-12-30', to: '2027-01-05' };
  const days = ['2026-12-29', '2026-12-30', '2027-01-03', '2027-01-04', '2027-01-06'];
  const periods = toPeriods(
    days.map((on) => day(on, 10)),
    range,
    'week',
  );
  expect(periods).toEqual([
    { from: '2026-12-30', to: '2027-01-03', views: 20, visitorsADay: 4 },
    { from: '2027-01-04', to: '2027-01-05', views: 10, visitorsADay: 5 },
  ]);
});

test('months are those of the calendar', () => {
  const range = { from: '2024-01-15', to: '2024-03-02' };
  const days = [day('2024-01-31', 1), day('2024-02-29', 2), day('2024-03-01', 3)];
  const periods = toPeriods(days, range, 'month');
  expect(periods.map(({ from, to, views }) => [from, to, views])).toEqual([
    ['2024-01-15', '2024-01-31', 1],
    ['2024-02-01', '2024-02-29', 2],
    ['2024-03-01', '2024-03-02', 3],
  ]);
});

test('visitors are an average of the days: their sum would count no people', () => {
  const range = { from: '2026-11-01', to: '2026-11-04' };
  const days = [day('2026-11-01', 9, 3), day('2026-11-02', 9, 5)];
  expect(totalOf(days, range)).toMatchObject({ views: 18, visitorsADay: 2 });
  const month = { from: '2026-10-01', to: '2026-11-04' };
  expect(totalOf(days, month, '2026-11-01')).toMatchObject({ ...month, visitorsADay: 2 });
  expect(totalOf([], month, '2026-12-01')).toMatchObject({ views: 0, visitorsADay: 0 });
});

test('days before the first that was counted do not make the average of their week smaller', () => {
  const range = { from: '2026-11-02', to: '2026-11-15' };
  const periods = toPeriods([day('2026-11-08', 7)], range, 'week', '2026-11-07');
  expect(periods.map(({ visitorsADay }) => visitorsADay)).toEqual([3.5, 0]);
});

test('the days before are laid over those of the range', () => {
  const range = { from: '2026-03-01', to: '2026-03-31' };
  const before = rangeBefore(range);
  expect(before.from).toBe('2026-01-29');
  expect(movedInto(range, before.from)).toBe(range.from);
  expect(movedInto(range, before.to)).toBe(range.to);
});

const counts = fc.array(fc.tuple(fc.nat(1_500), fc.nat(1_000)), { maxLength: 40 });

test('every view is counted in one period, and the periods are the whole range', () => {
  fc.assert(
    fc.property(fc.constantFrom(...UNITS), fc.nat(1_500), counts, (unit, length, found) => {
      const range = { from: '2023-11-07', to: addDays('2023-11-07', length) };
      const counted = new Map(found.filter(([at]) => at <= length));
      const days = [...counted].map(([at, views]) => day(addDays(range.from, at), views));
      const periods = toPeriods(days, range, unit);
      const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
      expect(sum(periods.map(({ views }) => views))).toBe(sum([...counted.values()]));
      expect(sum(periods.map(countDays))).toBe(length + 1);
      expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([range.from, range.to]);
    }),
  );
});
