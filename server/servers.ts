import { buildApi } from '@longhand/api/app';
import { type Config, ConfigError } from '@longhand/api/config';
import { openDatabase } from '@longhand/api/database';
import { prepareStart } from '@longhand/api/start';
import { ensureBuilt, pages, type Site } from '@longhand/web/server';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { tell } from './messages.ts';
import { httpTransport, injectTransport } from './transports.ts';

type BuiltServer = { app: FastifyInstance; generatedPassword?: string | undefined };
type Build = (config: Config, logger: FastifyBaseLogger) => Promise<BuiltServer>;

function siteOf(config: Config, apiUrl: string): Site {
  return { ...config.site, apiUrl };
}

async function buildApiHost(config: Config, logger: FastifyBaseLogger): Promise<BuiltServer> {
  const db = await openDatabase(config.dataDir);
  const { generatedPassword } = await prepareStart(config, db);
  return { app: await buildApi({ config, db, logger }), generatedPassword };
}

/** The site and its API on one listener: the pages call the API without leaving the process. */
async function buildAll(config: Config, logger: FastifyBaseLogger): Promise<BuiltServer> {
  ensureBuilt(tell);
  const server = await buildApiHost(config, logger);
  const fetchApi = injectTransport(server.app);
  await server.app.register(pages, { site: siteOf(config, ''), fetchApi });
  return server;
}

/** The pages alone; their API is on another host. */
async function buildWebHost(config: Config, logger: FastifyBaseLogger): Promise<BuiltServer> {
  const { apiUrl } = config;
  if (!apiUrl)
    throw new ConfigError(['API_URL must be set: the site alone needs to know its API.']);
  ensureBuilt(tell);
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    trustProxy: config.trustProxy,
    return503OnClosing: false,
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await fetch(`${apiUrl}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'the API does not answer' });
  });
  await app.register(pages, { site: siteOf(config, apiUrl), fetchApi: httpTransport(apiUrl) });
  return { app };
}

const BUILDS = { all: buildAll, api: buildApiHost, web: buildWebHost } satisfies Record<
  string,
  Build
>;

export type Part = keyof typeof BUILDS;

export function isPart(name: string): name is Part {
  return Object.hasOwn(BUILDS, name);
}

export function buildServer(
  part: Part,
  config: Config,
  logger: FastifyBaseLogger,
): Promise<BuiltServer> {
  return BUILDS[part](config, logger);
}
