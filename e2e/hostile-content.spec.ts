import { expect, test } from '@playwright/test';
import { tryXss } from '../trials/xss.ts';

test('of the scripts that are smuggled in none runs, with the policy or without', async () => {
  test.setTimeout(180_000);
  const lengths = { everyBare: 17, everyWritten: 6, everyPost: 15, everyEditor: 45 };
  const tried = await tryXss(lengths);
  expect(tried).toMatchObject({ withoutPolicy: [], withPolicy: [] });
  expect(tried.vectors).toBeGreaterThan(40);
  // Otherwise nothing would ever be seen to run.
  expect(tried.live).toBeGreaterThan(tried.bare / 3);
});
