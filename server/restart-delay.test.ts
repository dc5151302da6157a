import { expect, test } from 'vitest';
import { nextRestartDelay } from './restart-delay.ts';

test('the pause grows while workers die young, up to a limit, and is short again after a long life', () => {
  const pauses = [0];
  for (let death = 0; death < 12; death += 1)
    pauses.push(nextRestartDelay(pauses.at(-1) ?? 0, 500));
  expect(pauses.slice(1, 5)).toEqual([100, 200, 400, 800]);
  expect(pauses.slice(-2)).toEqual([30_000, 30_000]);
  expect(nextRestartDelay(30_000, 60_000)).toBe(100);
});
