import type { Logger } from 'pino';

/** By which a process is told to stop, from a terminal or by a supervisor. */
export const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/**
 * One Ctrl+C comes twice: from the terminal, to all that run in it, and from npm, which passes it
 * on. A person who does not want to wait presses it again later than that.
 */
const SAME_WITHIN_MS = 1_000;

type Stopping = {
  readonly logger: Logger;
  readonly close: () => void;
  /** What must not outlive this process. */
  readonly beforeExit?: () => void;
};

/** The first signal closes; another one, unless it is the same once more, exits at once. */
export function onStopSignals({ logger, close, beforeExit }: Stopping): void {
  let stoppedAt: number | undefined;
  const heed = (signal: NodeJS.Signals) => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      logger.info(`stopping on ${signal}`);
      close();
    } else if (performance.now() - stoppedAt > SAME_WITHIN_MS) {
      logger.error(`second ${signal}, exiting`);
      beforeExit?.();
      process.exit(1);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, heed);
}
