import { expect, test } from 'vitest';
import { dateAndTime, dayAndTime } from './date-and-time.ts';

/** The format has narrow spaces that look like any other. */
const written = (timestamp: string, timeZone: string) =>
  dateAndTime(timestamp, timeZone).replaceAll('\u202f', ' ');

test('dates and times are written in the time zone of the site, which is named', () => {
  expect(written('2026-11-05T23:30:00.000Z', 'UTC')).toBe('Nov 5, 2026, 11:30 PM UTC');
  expect(written('soon', 'UTC')).toBe('soon');
  expect(written('2026-11-05T23:30:00.000Z', 'Asia/Tokyo')).toBe('Nov 6, 2026, 8:30 AM GMT+9');
});

test('a day of this year is written without the year, in the time zone of the site', () => {
  const now = Date.parse('2026-11-16T08:00:00.000Z');
  const write = (timestamp: string, weekday?: 'long') =>
    dayAndTime(timestamp, 'Europe/Berlin', { now, ...(weekday && { weekday }) }).replaceAll(
      '\u202f',
      ' ',
    );
  expect(write('2026-11-20T08:00:00.000Z')).toBe('Nov 20, 9:00 AM');
  expect(write('2026-11-20T08:00:00.000Z', 'long')).toBe('Friday, Nov 20, 9:00 AM');
  expect(write('2026-12-31T23:00:00.000Z', 'long')).toBe('Friday, Jan 1, 2027, 12:00 AM');
});

test('the two hours of one name when summer time ends differ by their zone', () => {
  const hours = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'];
  expect(hours.map((hour) => written(hour, 'America/New_York'))).toEqual([
    'Nov 1, 2026, 1:30 AM EDT',
    'Nov 1, 2026, 1:30 AM EST',
  ]);
});
