import type { Config } from '@longhand/api/config';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildServer, type Part } from './build-server.ts';
import { onStopSignals, SHUTDOWN_TIMEOUT_MS, STOP_SIGNALS, shutDown } from './graceful-shutdown.ts';
import { explainStartFailure, listenText } from './messages.ts';
import { ALL_STOPPED_LISTENING, STOP, sendToPrimary } from './worker-messages.ts';

function listen(app: FastifyInstance, config: Config): Promise<string> {
  return app.listen({ ...config.listen, listenTextResolver: (url) => listenText(config, url) });
}

/** Returns the address. */
export async function serve(part: Part, config: Config, logger: Logger): Promise<string> {
  const built = await buildServer(part, config, logger);
  const { close } = closeWithGrace(
    { delay: SHUTDOWN_TIMEOUT_MS, logger, skip: [...STOP_SIGNALS] },
    async ({ err }) => {
      if (err) logger.fatal({ err }, 'stopping after an unexpected error');
      await shutDown(built);
      logger.info('stopped');
    },
  );
  onStopSignals({ logger, close });
  return listen(built.app, config);
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

/** If the primary dies, node:cluster ends this process, too. */
export async function serveAsWorker(part: Part, config: Config, logger: Logger): Promise<void> {
  // There is nothing to finish before the worker serves.
  let stop = (): void => process.exit(0);
  process.on('message', (message) => {
    if (message === STOP) stop();
  });
  // Ctrl+C reaches the whole process group, so a worker is told twice.
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
