import { expect, test } from 'vitest';
import { limitConcurrency } from './concurrency-limit.ts';

test('so many run at a time, the others in the order in which they came, whatever fails', async () => {
  const limited = limitConcurrency(2);
  const begun: number[] = [];
  let running = 0;
  const all = Array.from({ length: 6 }, (_, n) =>
    limited(async () => {
      begun.push(n);
      running += 1;
      expect(running).toBeLessThanOrEqual(2);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      if (n % 3 === 0) throw new Error('failed');
      return n;
    }),
  );
  const results = await Promise.allSettled(all);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
  ]);
});
