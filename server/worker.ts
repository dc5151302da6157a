import type { Config } from '@longhand/api/config';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { buildServer, type Part } from './build-server.ts';
import { explainStartFailure } from './failures.ts';
import { CLOSE_WITHIN_MS, shutDown } from './graceful-shutdown.ts';
import { listen } from './serve.ts';
import { STOP_SIGNALS } from './stop-signals.ts';
import { ALL_STOPPED_LISTENING, STOP, type WorkerMessage } from './worker-messages.ts';

function tellPrimary(news: WorkerMessage, sent = () => {}): void {
  process.send?.(news, sent);
}

/** Then the primary has no part in it: only this worker was told to stop. */
const PRIMARY_SAYS_WITHIN_MS = 1_000;

async function untilAllStoppedListening(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.on('message', (message) => {
    if (message === ALL_STOPPED_LISTENING) resolve();
  });
  tellPrimary({ hasStoppedListening: true });
  const timer = setTimeout(resolve, PRIMARY_SAYS_WITHIN_MS);
  await promise;
  clearTimeout(timer);
}

/**
 * Serves in one of several processes. Should the primary be gone without a word, node:cluster ends
 * this process as well.
 */
export async function serveAsWorker(part: Part, config: Config, logger: Logger): Promise<void> {
  // Until it serves, there is nothing to finish.
  let stop = (): void => process.exit(0);
  process.on('message', (message) => {
    if (message === STOP) stop();
  });
  // They reach a whole group of processes: a worker then hears of the same end twice.
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop());
  try {
    const built = await buildServer(part, config, logger);
    const { close } = closeWithGrace(
      { delay: CLOSE_WITHIN_MS, logger, skip: [...STOP_SIGNALS] },
      async ({ err }) => {
        if (err) logger.fatal({ err }, 'a worker stops after an unexpected error');
        await shutDown(built, untilAllStoppedListening);
      },
    );
    stop = () => {
      stop = () => {};
      close();
    };
    tellPrimary({ listensOn: await listen(built.app, config) });
  } catch (error) {
    tellPrimary({ failed: explainStartFailure(error) }, () => process.exit(1));
  }
}
