import { writeFileSync } from 'node:fs';

const LOOK_EVERY_MS = 10;

/**
 * Tells when this process takes more memory than it may. The libraries that read pictures work in
 * other threads, so that this one always gets its turn. Returns how to stop it.
 */
export function watchMemory(maxBytes: number, onExcess: () => void): () => void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() <= maxBytes) return;
    clearInterval(timer);
    onExcess();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Where memory runs out all the same, this process is the one that the system ends. */
export function offerToEndFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has it.
  }
}

/** At once: process.exit would wait for the thread that still decodes. */
export function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}
