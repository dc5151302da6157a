import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Lets the server, and with it the visitors, come first. */
export function lowerPriority(): void {
  setPriority(10);
}

/** Where memory runs out, this process is the one that the system ends. */
export function preferForOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has it.
  }
}
