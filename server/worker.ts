import type { Config } from '@longhand/api/config';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { CLOSE_WITHIN_MS } from './closing.ts';
import { explainStartFailure } from './failures.ts';
import { listen } from './serve.ts';
import { buildServer, type Part } from './servers.ts';
import { STOP, type WorkerNews } from './worker-messages.ts';

/** Those that reach a whole group of processes: a worker then hears of the same end twice. */
const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

function tellPrimary(news: WorkerNews, sent = () => {}): void {
  process.send?.(news, sent);
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
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop());
  try {
    const { app } = await buildServer(part, config, logger);
    const { close } = closeWithGrace(
      { delay: CLOSE_WITHIN_MS, logger, skip: [...STOP_SIGNALS] },
      async ({ err }) => {
        if (err) logger.fatal({ err }, 'a worker stops after an unexpected error');
        await app.close();
      },
    );
    stop = () => {
      stop = () => {};
      close();
    };
    tellPrimary({ listensOn: await listen(app, config) });
  } catch (error) {
    tellPrimary({ failed: explainStartFailure(error) }, () => process.exit(1));
  }
}
