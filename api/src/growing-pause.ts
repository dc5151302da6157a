export type GrowingPause = {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Each is so many times as long as the one before. */
  readonly factor: number;
};

/** After so many failures; the first is 1. */
export function pauseAfter(failures: number, { firstMs, longestMs, factor }: GrowingPause): number {
  return Math.min(firstMs * factor ** (failures - 1), longestMs);
}
