import { expect, test } from '@playwright/test';
import { tryXss } from '../test-support/xss/try-xss.ts';

test('no injected script runs, with or without the content security policy', async () => {
  test.setTimeout(1_200_000);
  const lengths = { everyBare: 17, everyWritten: 6, everyPost: 15, everyEditor: 45 };
  const tried = await tryXss(lengths);
  expect(tried).toMatchObject({ withoutPolicy: [], withPolicy: [] });
  expect(tried.vectors).toBeGreaterThan(40);
  // Proves that the vectors run without the sanitiser.
  expect(tried.live).toBeGreaterThan(tried.bare / 3);
});
