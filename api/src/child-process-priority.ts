import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The server has priority over its child processes. */
export function lowerPriority(): void {
  setPriority(10);
}

/** When memory runs out, the kernel kills this process first. */
export function preferForOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only on Linux.
  }
}
