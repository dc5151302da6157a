import type { Config } from '@longhand/api/config';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildServer, type Part } from './build-server.ts';
import { SHUTDOWN_TIMEOUT_MS, shutDown } from './graceful-shutdown.ts';
import { listenText } from './messages.ts';
import { onStopSignals, STOP_SIGNALS } from './stop-signals.ts';

export function listen(app: FastifyInstance, config: Config): Promise<string> {
  return app.listen({ ...config.listen, listenTextResolver: (url) => listenText(config, url) });
}

/** Serves in this process; returns the address. */
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
