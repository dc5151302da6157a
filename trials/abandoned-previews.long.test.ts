import { expect, test } from 'vitest';
import { tryAbandonedPreviews } from './abandoned-previews.ts';

test('posts are saved and pictures uploaded while previews are abandoned at any moment', async () => {
  const figures = await tryAbandonedPreviews({ seconds: 4, busyLoops: 2 });
  expect(figures.failures).toEqual([]);
  expect(figures.logged).toBe('');
  expect(figures.saves).toBeGreaterThan(0);
  expect(figures.uploads).toBeGreaterThan(0);
  expect(figures.abandoned).toBeGreaterThan(0);
});
