import { expect, test } from 'vitest';
import { tryKill } from './kill.ts';

test('after kills at random moments, acknowledged writes are complete and no other is partial', async () => {
  const numbers = await tryKill({
    seed: 3,
    writers: 6,
    kills: 4,
    // Also on a busy machine, something must have been acknowledged.
    acknowledged: 1,
    killWithinMs: [100, 600],
  });
  expect(numbers.problems).toEqual([]);
  expect(numbers.lost).toBe(0);
  expect(numbers.lostCopies).toBe(0);
  expect(numbers.corruptUploads).toBe(0);
  expect(numbers.unanswered.partial).toBe(0);
  expect(numbers.unanswered.complete + numbers.unanswered.absent).toBeGreaterThan(0);
  expect([...numbers.kills.values()].reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(4);
});
