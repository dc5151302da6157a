import { expect, test } from 'vitest';
import { MAX_NEW_SERIES, tryFuzz } from './fuzz.ts';

test('responses to hostile requests match the API description, are never 5xx, and refused requests change nothing', async () => {
  const lengths = { concurrent: 2_000, sequential: 550, seed: 9 };
  const fuzzed = await tryFuzz(lengths);
  expect(fuzzed.faults).toEqual([]);
  expect(fuzzed).toMatchObject({ serverErrors: 0, changedByRefused: 0 });
  expect(fuzzed.requests).toBeGreaterThanOrEqual(1_500);
  expect(fuzzed.compared).toBeGreaterThan(200);
  // Otherwise a server that refuses everything would pass.
  expect(fuzzed.accepted).toBeGreaterThan(500);
  expect(fuzzed.callsWithoutSuccess).toEqual([]);
  // Whatever visitors send, the labels are ours.
  const ofRequests =
    /^longhand_http_requests_total\{kind="[a-z_]+",status="(\d{3}|aborted|other)"\}$/;
  const jobs = /^longhand_job_last_\w+\{name="[a-z-]+"\}$/;
  expect(fuzzed.newSeries.filter((name) => !ofRequests.test(name) && !jobs.test(name))).toEqual([]);
  expect(fuzzed.newSeries.length).toBeLessThan(MAX_NEW_SERIES);
});
