import { expect, test } from 'vitest';
import { timeOrDay, when } from './short-time.ts';

const NOW = new Date('2026-11-16T22:30:00Z');
const shown = (at: string, timeZone: string) =>
  [timeOrDay(at, timeZone, NOW), when(at, timeZone, NOW)].map((text) =>
    text.replaceAll('\u202f', ' '),
  );

test('today has a time, an earlier day has a date', () => {
  expect(shown('2026-11-16T09:08:00Z', 'UTC')).toEqual(['9:08 AM', 'at 9:08 AM']);
  expect(shown('2026-11-14T09:08:00Z', 'UTC')).toEqual(['Nov 14', 'on Nov 14']);
});

test('time and day are those of the site, not of the browser', () => {
  expect(shown('2026-11-16T18:08:00Z', 'Asia/Tokyo')).toEqual(['3:08 AM', 'at 3:08 AM']);
  expect(shown('2026-11-16T14:59:00Z', 'Asia/Tokyo')).toEqual(['Nov 16', 'on Nov 16']);
});
