import { expect, test } from 'vitest';
import { trySlowReaders } from './slow-readers.ts';

test('slow readers are dropped within a minute, and other clients are served', async () => {
  const figures = await trySlowReaders({ readers: 40, seconds: 60 });
  expect(figures.isAlive).toBe(true);
  // Only Linux has /proc; a few other connections are open for a moment.
  if (process.platform === 'linux') expect(figures.left).toBeLessThan(5);
  expect(figures.page.length).toBeGreaterThan(10);
});
