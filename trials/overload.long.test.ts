import { expect, test } from 'vitest';
import { tryOverload } from './overload.ts';

test('requests above the capacity get 503 with Retry-After, and other clients are served', async () => {
  const figures = await tryOverload({ seconds: 2, slowClients: 100 });
  const { flood, cached, health, owner, after, withSlowClients } = figures;
  for (const figure of [flood, cached, health, owner, after, withSlowClients]) {
    expect(figure.failures).toEqual([]);
    expect(figure.admitted.length + figure.refused).toBe(figure.offered);
    expect(figure.refusedWithoutRetryAfter).toBe(0);
  }
  expect(flood.admitted.length).toBeGreaterThan(0);
  expect(flood.refused).toBeGreaterThan(0);
  for (const figure of [cached, health, owner, after, withSlowClients])
    expect(figure.refused).toBe(0);
  expect(figures.isAlive).toBe(true);
});
