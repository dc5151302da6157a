import { expect, test } from 'vitest';
import { longDate, yearOf } from './dates.ts';

test('dates are written out the American way, in the time zone of the site', () => {
  expect(longDate('2026-11-05T23:30:00.000Z', 'UTC')).toBe('November 5, 2026');
  expect(longDate('2026-11-05T23:30:00.000Z', 'Asia/Tokyo')).toBe('November 6, 2026');
});

test('dates are in the language of the site', () => {
  const date = '2026-11-05T23:30:00.000Z';
  expect(longDate(date, 'UTC', 'de')).toBe('5. November 2026');
  expect(longDate(date, 'UTC', 'en-GB')).toBe('5 November 2026');
  expect(longDate(date, 'UTC', 'fr')).toBe('5 novembre 2026');
});

test('the year is that of the time zone', () => {
  const newYear = new Date('2026-12-31T23:30:00.000Z');
  expect(yearOf(newYear, 'UTC')).toBe('2026');
  expect(yearOf(newYear, 'Asia/Tokyo')).toBe('2027');
});

test('a time zone that is not known here does not take the page down', () => {
  expect(longDate('2026-11-05T23:30:00.000Z', 'Mars/Olympus')).toBe('November 5, 2026');
  expect(yearOf(new Date('2026-12-31T23:30:00.000Z'), 'Mars/Olympus')).toBe('2026');
});
