import { expect, test } from 'vitest';
import { tryOverload } from './overload.ts';

test('four times too much is refused politely, and everybody else is served', async () => {
  const figures = await tryOverload({ seconds: 2, slowClients: 100 });
  const { flood, kept, health, owner, after, withSlowClients } = figures;
  for (const each of [flood, kept, health, owner, after, withSlowClients]) {
    expect(each.failures).toEqual([]);
    expect(each.admitted.length + each.refused).toBe(each.offered);
    expect(each.refusedWithoutRetryAfter).toBe(0);
  }
  expect(flood.admitted.length).toBeGreaterThan(0);
  expect(flood.refused).toBeGreaterThan(0);
  for (const each of [kept, health, owner, after, withSlowClients]) expect(each.refused).toBe(0);
  expect(figures.isAlive).toBe(true);
}, 90_000);
