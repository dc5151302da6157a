import type { Logger } from 'pino';

export const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/**
 * One Ctrl+C arrives twice: from the terminal, and forwarded by npm. A person who presses it again
 * needs longer than this.
 */
const DUPLICATE_WITHIN_MS = 1_000;

type Options = {
  readonly logger: Logger;
  readonly close: () => void;
  /** Kills child processes. */
  readonly beforeExit?: () => void;
};

/** The first signal closes gracefully; a second one, except a duplicate, exits immediately. */
export function onStopSignals({ logger, close, beforeExit }: Options): void {
  let stoppedAt: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      logger.info(`stopping on ${signal}`);
      close();
    } else if (performance.now() - stoppedAt > DUPLICATE_WITHIN_MS) {
      logger.error(`second ${signal}, exiting`);
      beforeExit?.();
      process.exit(1);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, handle);
}
