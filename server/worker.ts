import type { Config } from '@longhand/api/config';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { buildServer, type Part } from './build-server.ts';
import { explainStartFailure } from './failures.ts';
import { SHUTDOWN_TIMEOUT_MS, shutDown } from './graceful-shutdown.ts';
import { listen } from './serve.ts';
import { STOP_SIGNALS } from './stop-signals.ts';
import { ALL_STOPPED_LISTENING, STOP, type WorkerMessage } from './worker-messages.ts';

function sendToPrimary(message: WorkerMessage, sent = () => {}): void {
  process.send?.(message, sent);
}

/** The primary does not respond if only this worker was told to stop. */
const PRIMARY_TIMEOUT_MS = 1_000;

async function untilAllStoppedListening(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.on('message', (message) => {
    if (message === ALL_STOPPED_LISTENING) resolve();
  });
  sendToPrimary({ hasStoppedListening: true });
  const timer = setTimeout(resolve, PRIMARY_TIMEOUT_MS);
  await promise;
  clearTimeout(timer);
}

/** Serves in one of several processes. If the primary dies, node:cluster ends this one, too. */
export async function serveAsWorker(part: Part, config: Config, logger: Logger): Promise<void> {
  // Before it serves, there is nothing to finish.
  let stop = (): void => process.exit(0);
  process.on('message', (message) => {
    if (message === STOP) stop();
  });
  // Ctrl+C reaches the whole process group: a worker is then told twice.
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop());
  try {
    const built = await buildServer(part, config, logger);
    const { close } = closeWithGrace(
      { delay: SHUTDOWN_TIMEOUT_MS, logger, skip: [...STOP_SIGNALS] },
      async ({ err }) => {
        if (err) logger.fatal({ err }, 'a worker stops after an unexpected error');
        await shutDown(built, untilAllStoppedListening);
      },
    );
    stop = () => {
      stop = () => {};
      close();
    };
    sendToPrimary({ listensOn: await listen(built.app, config) });
  } catch (error) {
    sendToPrimary({ failed: explainStartFailure(error) }, () => process.exit(1));
  }
}
