import { expect, test } from 'vitest';
import { tryKill } from './kill.ts';

test('killed at random moments, it has every acknowledged write whole, and no half of another', async () => {
  const numbers = await tryKill({
    seed: 3,
    writers: 6,
    kills: 4,
    // However busy the machine is: it goes on until something was promised at all.
    acknowledged: 1,
    killWithinMs: [100, 600],
  });
  expect(numbers.mistakes).toEqual([]);
  expect(numbers.lost).toBe(0);
  expect(numbers.damagedUploads).toBe(0);
  expect(numbers.unanswered.half).toBe(0);
  expect(numbers.unanswered.whole + numbers.unanswered.absent).toBeGreaterThan(0);
  expect([...numbers.kills.values()].reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(4);
}, 240_000);
