type GrowingPause = {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Each pause is so many times as long as the one before. */
  readonly factor: number;
};

/** `failures` is 1 after the first failure. */
export function pauseAfter(failures: number, { firstMs, longestMs, factor }: GrowingPause): number {
  return Math.min(firstMs * factor ** (failures - 1), longestMs);
}
