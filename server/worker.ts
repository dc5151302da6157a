import type { Config } from '@longhand/api/config';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { type BuiltServer, buildServer, type Part } from './build-server.ts';
import { CLOSE_WITHIN_MS } from './closing.ts';
import { explainStartFailure } from './failures.ts';
import { listen } from './serve.ts';
import { closeDoor, sayGoodbye } from './stop-gently.ts';
import { STOP_SIGNALS } from './stop-signals.ts';
import { LAST_CONNECTIONS, NO_MORE, STOP, type WorkerNews } from './worker-messages.ts';

/** Then the primary has no part in it: somebody has told only this worker to stop. */
const PRIMARY_SAYS_WITHIN_MS = 7_000;

function tellPrimary(news: WorkerNews, sent = () => {}): void {
  process.send?.(news, sent);
}

/** As `stopGently`, but it is the primary that listens. */
async function stopWithOthers(built: BuiltServer): Promise<void> {
  const { promise: noMore, resolve } = Promise.withResolvers<void>();
  process.on('message', (message) => {
    if (message === LAST_CONNECTIONS) {
      built.connections.hold();
      tellPrimary({ taken: built.connections.taken() });
    }
    if (message === NO_MORE) resolve();
  });
  await sayGoodbye(built);
  tellPrimary({ saidGoodbye: true });
  const alone = setTimeout(resolve, PRIMARY_SAYS_WITHIN_MS);
  await noMore;
  clearTimeout(alone);
  await closeDoor(built);
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
        await stopWithOthers(built);
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
