import { expect } from 'vitest';

const RUNS = 3;
/** Four times the input takes 4 times as long when linear, 16 times when quadratic. */
const FACTOR = 4;
const MAX_RATIO = 10;
/** Shorter times are treated as this long. */
const NOISE_MS = 8;

async function fastest(run: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < RUNS; n += 1) {
    const begin = performance.now();
    await run();
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}

/** Compares a ratio, because absolute times depend on the machine. */
export async function expectLinearGrowth(
  make: (length: number) => string,
  length: number,
  work: (text: string) => unknown,
): Promise<void> {
  const [small, large] = [make(length), make(FACTOR * length)];
  const ratio = async () => {
    const base = Math.max(NOISE_MS, await fastest(() => work(small)));
    return (await fastest(() => work(large))) / base;
  };
  // Repeated, because a busy machine distorts a single measurement.
  let measured = await ratio();
  for (let again = 0; again < 3 && measured >= MAX_RATIO; again += 1) measured = await ratio();
  expect(measured).toBeLessThan(MAX_RATIO);
}
