import {
  createKeptAnswers,
  createRevision,
  type KeptAnswers,
  pathOfTarget,
  putInFront,
} from '@longhand/answers';
import { buildApi } from '@longhand/api/app';
import { type Config, ConfigError } from '@longhand/api/config';
import { connectDatabase } from '@longhand/api/database';
import { keepAnswers } from '@longhand/api/kept-answers';
import { createApiClient, pages, type Site, type Transport } from '@longhand/web/server';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { frontLog } from './front-log.ts';
import { httpTransport, injectTransport } from './transports.ts';

type BuiltServer = { app: FastifyInstance };
type Build = (config: Config, logger: Logger) => Promise<BuiltServer>;

function siteOf(config: Config, apiUrl: string): Site {
  return { ...config.site, apiUrl };
}

/** For the site alone, which cannot do without. */
export function apiUrlOf({ apiUrl }: Config): string {
  if (!apiUrl)
    throw new ConfigError(['API_URL must be set: the site alone needs to know its API.']);
  return apiUrl;
}

async function buildApiHost(
  config: Config,
  logger: Logger,
): Promise<BuiltServer & { kept: KeptAnswers }> {
  const db = connectDatabase(config.dataDir);
  const kept = keepAnswers(db, logger);
  const app = await buildApi({ config, db, logger, kept });
  putInFront(app, kept, frontLog(config, logger));
  return { app, kept };
}

/** The site and its API on one listener: the pages call the API without leaving the process. */
async function buildAll(config: Config, logger: Logger): Promise<BuiltServer> {
  const server = await buildApiHost(config, logger);
  const fetchApi = injectTransport(server.app);
  await server.app.register(pages, { site: siteOf(config, ''), fetchApi, kept: server.kept });
  return server;
}

/** Answers that are kept for as long as the API says that nothing has changed. */
function keepForApi(fetchApi: Transport, log: Logger): KeptAnswers {
  const revision = createRevision(
    async () => {
      const { revision } = await createApiClient(fetchApi).readState();
      return revision;
    },
    (err) => log.warn({ err }, 'the API does not say whether posts have changed'),
  );
  // Each of the API's processes looks for changes twice a second.
  return createKeptAnswers({ revision, othersLagMs: 1_000 });
}

/** The pages alone; their API is on another host. */
async function buildWebHost(config: Config, logger: Logger): Promise<BuiltServer> {
  const apiUrl = apiUrlOf(config);
  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    trustProxy: config.trustProxy,
    return503OnClosing: false,
    rewriteUrl: pathOfTarget,
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await fetch(`${apiUrl}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'the API does not answer' });
  });
  const fetchApi = httpTransport(apiUrl);
  const kept = keepForApi(fetchApi, logger);
  putInFront(app, kept, frontLog(config, logger));
  await app.register(pages, { site: siteOf(config, apiUrl), fetchApi, kept });
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

/** What has been prepared (`prepareServer`), ready to listen, in as many processes as there are. */
export function buildServer(part: Part, config: Config, logger: Logger): Promise<BuiltServer> {
  return BUILDS[part](config, logger);
}
