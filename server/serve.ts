import type { Config } from '@longhand/api/config';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { CLOSE_WITHIN_MS } from './closing.ts';
import { buildServer, type Part } from './servers.ts';
import { stopGently } from './stop-gently.ts';

export function listen(app: FastifyInstance, config: Config): Promise<string> {
  return app.listen({ ...config.listen, listenTextResolver: (url) => `listening on ${url}` });
}

/** Serves in this process, until it is told to stop; returns where it listens. */
export async function serve(part: Part, config: Config, logger: Logger): Promise<string> {
  const built = await buildServer(part, config, logger);
  closeWithGrace({ delay: CLOSE_WITHIN_MS, logger }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'stopping after an unexpected error');
    else logger.info(`stopping on ${signal}`);
    await stopGently(built);
    logger.info('stopped');
  });
  return listen(built.app, config);
}
