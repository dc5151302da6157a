import { expect, test } from 'vitest';
import {
  addDays,
  countDays,
  isDay,
  lastDayOf,
  lastDays,
  nameOf,
  rangeBefore,
  shortNameOf,
  today,
  unitFor,
} from './days.ts';

/** The format has thin spaces that look like any other. */
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ');

test.each(['2026-01-31', '2024-02-29', '1999-12-31'])('%s is a day', (day) => {
  expect(isDay(day)).toBe(true);
});

test.each(['2026-02-30', '2025-02-29', '2026-13-01', '2026-1-1', '', 'today', null])(
  '%s is no day',
  (day) => expect(isDay(day)).toBe(false),
);

test('today is that of the site', () => {
  const now = new Date('2026-11-19T23:30:00Z');
  expect(today('UTC', now)).toBe('2026-11-19');
  expect(today('Asia/Tokyo', now)).toBe('2026-11-20');
  expect(today('America/Los_Angeles', now)).toBe('2026-11-19');
});

test('days are added over months, leap days and the changes of clocks', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2025-03-01', -1)).toBe('2025-02-28');
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(countDays({ from: '2026-03-01', to: '2026-03-31' })).toBe(31);
  expect(countDays({ from: '2026-10-25', to: '2026-10-25' })).toBe(1);
});

test('the range before has as many days, and ends the day before', () => {
  const range = lastDays(30, '2026-11-19');
  expect(range).toEqual({ from: '2026-10-21', to: '2026-11-19' });
  expect(rangeBefore(range)).toEqual({ from: '2026-09-21', to: '2026-10-20' });
});

test('long ranges are shown by week or month', () => {
  expect(unitFor(lastDays(30, '2026-11-19'))).toBe('day');
  expect(unitFor(lastDays(365, '2026-11-19'))).toBe('week');
  expect(unitFor(lastDays(3_650, '2026-11-19'))).toBe('month');
});

test('a week ends on Sunday, a month on its last day', () => {
  expect(lastDayOf('week', '2026-11-16')).toBe('2026-11-22');
  expect(lastDayOf('week', '2026-11-22')).toBe('2026-11-22');
  // The first ISO week of 2027 begins in it, the last one of 2026 ends in it.
  expect(lastDayOf('week', '2026-12-28')).toBe('2027-01-03');
  expect(lastDayOf('month', '2024-02-10')).toBe('2024-02-29');
  expect(lastDayOf('month', '2026-12-01')).toBe('2026-12-31');
  expect(lastDayOf('day', '2026-11-16')).toBe('2026-11-16');
});

test('days, weeks and months have names', () => {
  const day = (on: string) => ({ from: on, to: on });
  expect(nameOf('day', day('2026-11-05'))).toBe('Nov 5, 2026');
  expect(plain(nameOf('week', { from: '2026-11-02', to: '2026-11-08' }))).toBe('Nov 2 – 8, 2026');
  expect(nameOf('month', { from: '2026-11-01', to: '2026-11-30' })).toBe('Nov 2026');
  expect([shortNameOf('week', '2026-11-02'), shortNameOf('month', '2026-11-01')]).toEqual([
    'Nov 2',
    'Nov 2026',
  ]);
});
