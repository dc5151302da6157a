const CHECK_INTERVAL_MS = 10;

/** Works because image libraries decode in other threads. Returns a function that stops it. */
export function watchMemory(maxBytes: number, onExcess: () => void): () => void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() <= maxBytes) return;
    clearInterval(timer);
    onExcess();
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Why not process.exit: it waits for the thread that still decodes. */
export function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}
