const SHORTEST_MS = 100;
const LONGEST_MS = 30_000;
/** Whoever lived this long did not die of its start. */
const STEADY_MS = 30_000;

/** How long to wait before a worker is replaced: longer each time that one after another dies young. */
export function nextRestartDelay(previousMs: number, livedMs: number): number {
  if (livedMs >= STEADY_MS) return SHORTEST_MS;
  return Math.min(Math.max(previousMs * 2, SHORTEST_MS), LONGEST_MS);
}
