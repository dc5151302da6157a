import { expect, test } from 'vitest';
import { longDate } from './dates.ts';

test('dates are written out the American way, in the time zone of the site', () => {
  expect(longDate('2026-11-05T23:30:00.000Z', 'UTC')).toBe('November 5, 2026');
  expect(longDate('2026-11-05T23:30:00.000Z', 'Asia/Tokyo')).toBe('November 6, 2026');
});
