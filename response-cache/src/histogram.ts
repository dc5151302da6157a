/** Counts values in ranges, without allocating anything for one. */
export function createHistogram(bounds: readonly number[]) {
  const counts = new Float64Array(bounds.length + 1);
  const histogram = {
    /** The upper bounds of all ranges but the last. */
    bounds,
    counts,
    sum: 0,
    observe(value: number): void {
      let range = 0;
      while (range < bounds.length && value > (bounds[range] ?? 0)) range += 1;
      counts[range] = (counts[range] ?? 0) + 1;
      histogram.sum += value;
    },
  };
  return histogram;
}

export type Histogram = ReturnType<typeof createHistogram>;
