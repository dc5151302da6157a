export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function largest(values: readonly number[]): number {
  return percentile(values, 100);
}

/** Times of a task: `count` runs, or as many as fit into the budget, but at least five. */
export async function sample(
  task: (n: number) => Promise<unknown>,
  { count, budgetMs = 15_000 }: { count: number; budgetMs?: number },
): Promise<number[]> {
  const times: number[] = [];
  const begin = performance.now();
  for (let n = 0; n < count; n += 1) {
    if (n >= 5 && performance.now() - begin > budgetMs) break;
    const start = performance.now();
    await task(n);
    times.push(performance.now() - start);
  }
  return times;
}
