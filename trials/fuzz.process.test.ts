import { expect, test } from 'vitest';
import { tryFuzz } from './fuzz.ts';

test('hostile requests get answers that fit the description, never 5xx, and change nothing when refused', async () => {
  const lengths = { together: 900, oneByOne: 550, seed: 7 };
  const fuzzed = await tryFuzz(lengths);
  expect(fuzzed.faults).toEqual([]);
  expect(fuzzed).toMatchObject({ serverErrors: 0, changedByRefused: 0 });
  expect(fuzzed.requests).toBeGreaterThanOrEqual(1_500);
  expect(fuzzed.compared).toBeGreaterThan(200);
  // Otherwise it would be enough to refuse everything.
  expect(fuzzed.accepted).toBeGreaterThan(500);
  expect(fuzzed.callsThatSucceeded).toBe(fuzzed.calls);
}, 120_000);
