import { expect, test } from 'vitest';
import { nextRestartDelay } from './workers.ts';

test('the delay grows while workers exit early, up to a limit, and is reset after a long uptime', () => {
  const delays = [0];
  for (let exit = 0; exit < 12; exit += 1) delays.push(nextRestartDelay(delays.at(-1) ?? 0, 500));
  expect(delays.slice(1, 5)).toEqual([100, 200, 400, 800]);
  expect(delays.slice(-2)).toEqual([30_000, 30_000]);
  expect(nextRestartDelay(30_000, 60_000)).toBe(100);
});
