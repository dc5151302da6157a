/** By which a process is told to stop, from a terminal or by a supervisor. */
export const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/**
 * One Ctrl+C comes twice: from the terminal, to all that run in it, and from npm, which passes it
 * on. A person who does not want to wait presses it again later than that.
 */
const SAME_WITHIN_MS = 1_000;

type Stop = (signal: NodeJS.Signals) => void;

/** The first signal stops; another one, unless it is the same once more, stops at once. */
export function onStopSignals(stop: Stop, stopAtOnce: Stop): void {
  let stoppedAt: number | undefined;
  const heed = (signal: NodeJS.Signals) => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      stop(signal);
    } else if (performance.now() - stoppedAt > SAME_WITHIN_MS) stopAtOnce(signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, heed);
}
