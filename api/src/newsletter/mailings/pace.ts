import { performance } from 'node:perf_hooks';

/** After each mail the process rests so many times as long as it was busy with it. */
const RESTS = 4;
/** Readers may keep it busy, too: then mails still go out. */
const LONGEST_MS = 200;

/** Leaves the process to its readers between mails; all connections share it. */
export function createPace(rest: (ms: number, signal: AbortSignal) => Promise<void>) {
  let until = 0;
  return async function paced(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const before = performance.eventLoopUtilization();
    await work();
    const { active } = performance.eventLoopUtilization(before);
    const now = performance.now();
    until = Math.max(until, now) + Math.min(active * RESTS, LONGEST_MS);
    await rest(until - now, signal);
  };
}
