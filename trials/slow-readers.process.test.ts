import { expect, test } from 'vitest';
import { trySlowReaders } from './slow-readers.ts';

test('who hardly reads is dropped within a minute, and everybody else is served', async () => {
  const figures = await trySlowReaders({ readers: 40, seconds: 60 });
  expect(figures.isAlive).toBe(true);
  // The system does not tell everywhere; the connections of those who only looked come and go.
  if (process.platform === 'linux') expect(figures.left).toBeLessThan(5);
  expect(figures.page.length).toBeGreaterThan(10);
}, 120_000);
