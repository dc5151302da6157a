import { expect } from 'vitest';

const TRIES = 3;
/** Four times the input takes four times as long, sixteen times if it goes with the square. */
const TIMES = 4;
const MOST = 10;
/** What is shorter than this is noise, whatever its ratio. */
const NOISE_MS = 8;

async function fastest(run: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES; n += 1) {
    const begin = performance.now();
    await run();
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}

/** That the work grows with the input, not with its square: by a ratio, as machines differ. */
export async function expectModestGrowth(
  make: (length: number) => string,
  length: number,
  work: (text: string) => unknown,
): Promise<void> {
  const [small, large] = [make(length), make(TIMES * length)];
  const ratio = async () => {
    const base = Math.max(NOISE_MS, await fastest(() => work(small)));
    return (await fastest(() => work(large))) / base;
  };
  // A machine that was busy at the wrong moment is asked again: what goes with the square stays so.
  let found = await ratio();
  for (let again = 0; again < 3 && found >= MOST; again += 1) found = await ratio();
  expect(found).toBeLessThan(MOST);
}
