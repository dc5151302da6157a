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

/** At once: process.exit would wait for the thread that still decodes. */
export function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}
