import { expect, test } from 'vitest';
import { timeOrDay, when } from './short-time.ts';

test('today has a time, an earlier day has a date', () => {
  const now = new Date(2026, 10, 16, 18, 30);
  const today = new Date(2026, 10, 16, 9, 8).toISOString();
  const before = new Date(2026, 10, 14, 9, 8).toISOString();
  expect([timeOrDay(today, now), when(today, now)]).toEqual(['9:08 AM', 'at 9:08 AM']);
  expect([timeOrDay(before, now), when(before, now)]).toEqual(['Nov 14', 'on Nov 14']);
});
