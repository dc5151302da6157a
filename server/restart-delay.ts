const MIN_MS = 100;
const MAX_MS = 30_000;
/** A worker that ran for so long did not fail at its start. */
const STABLE_MS = 30_000;

/** Exponential back-off while workers exit soon after their start. */
export function nextRestartDelay(previousMs: number, uptimeMs: number): number {
  if (uptimeMs >= STABLE_MS) return MIN_MS;
  return Math.min(Math.max(previousMs * 2, MIN_MS), MAX_MS);
}
