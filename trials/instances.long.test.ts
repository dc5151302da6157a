import { expect, test } from 'vitest';
import { tryInstances } from './instances.ts';

test('three instances share their state, and lose nothing when one of them or PostgreSQL is killed', async () => {
  const { startup, freshness, schedules, disturbances } = await tryInstances({
    publishes: 5,
    scheduled: 30,
    seed: 5,
    writersEach: 2,
    rounds: 1,
    ms: 500,
  });
  expect(startup.problems).toEqual([]);
  expect(freshness.problems).toEqual([]);
  expect(freshness.seenAfterMs).toHaveLength(5 * 2 * 3);
  expect(schedules.problems).toEqual([]);
  expect(schedules.publishedOnce).toBe(30);
  expect(schedules.publishedAfterMs).toHaveLength(30);
  const { numbers, recoveredAfterMs } = disturbances;
  expect(numbers.problems).toEqual([]);
  expect(numbers.lost).toBe(0);
  expect(numbers.unanswered.partial).toBe(0);
  expect([...numbers.acknowledged.values()].reduce((sum, each) => sum + each)).toBeGreaterThan(0);
  expect(recoveredAfterMs).toHaveLength(3 * 3);
});
