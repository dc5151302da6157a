import { expect, test } from 'vitest';
import { tryStop } from './stop.ts';

test.each([1, 2])(
  'SIGTERM drops no request of many busy clients, with %i serving',
  async (workers) => {
    const figures = await tryStop({ rounds: 1, workers });
    expect(figures.dropped).toEqual([]);
    expect(figures.unexpected).toEqual([]);
    expect(figures.badExits).toBe(0);
    expect(figures.answeredLate).toBeGreaterThan(0);
  },
);
