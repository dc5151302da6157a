import { expect, test } from 'vitest';
import { tryLongLists } from './long-lists.ts';

test('no list and no file keeps readers from a page, and what is refused is answered in short', async () => {
  const { rest, results, isAlive } = await tryLongLists({
    ...{
      answersAtRest: 20,
      hostileFiles: 1,
      hostile: 1_000,
      subscribers: 2_000,
      redirects: 200,
      badLines: 20_000,
    },
    ...{ entries: 20, signs: 2_000, maxSeconds: 600 },
  });
  expect(rest.times.length).toBeGreaterThan(0);
  const outcomes = Object.fromEntries(results.map(({ name, outcome }) => [name, outcome]));
  for (const [name, outcome] of Object.entries(outcomes))
    expect(outcome, name).toMatch(/^(done|20\d, [\d,]{1,6} bytes)$/);
  for (const { name, times, failures } of results) {
    expect(times.length, name).toBeGreaterThan(0);
    expect(failures, name).toBe(0);
  }
  expect(isAlive).toBe(true);
});
