import { createAdminTokens, createAuthService } from '@longhand/api/administrator';
import { buildApi } from '@longhand/api/app';
import { type Config, ConfigError } from '@longhand/api/config';
import { connectDatabase } from '@longhand/api/database';
import {
  addRequestIdHeader,
  closeConnectionsWhenDraining,
  createRequestLogging,
  createServerOptions,
  logRequests,
  requireHost,
  sendErrorsAsProblems,
} from '@longhand/api/http';
import { createPublicCache } from '@longhand/api/public-cache';
import {
  addRetryAfter,
  createContentRevision,
  createResponseCache,
  isDraining,
  type ResponseCache,
  securityHeaders,
  setSecurityHeaders,
} from '@longhand/response-cache';
import { createApiClient, pages, type Site, type Transport } from '@longhand/web/server';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { httpTransport, injectTransport } from './transports.ts';

/** An app that is ready to listen, and the server that it listens with. */
export type BuiltServer = { app: FastifyInstance; http: HttpServer };
type Build = (config: Config, logger: Logger) => Promise<BuiltServer>;

function siteOf(config: Config, apiUrl: string): Site {
  return { ...config.site, apiUrl };
}

/** For the site alone, which cannot do without. */
export function requireApiUrl({ apiUrl }: Config): string {
  if (!apiUrl)
    throw new ConfigError(['API_URL must be set: the site alone needs to know its API.']);
  return apiUrl;
}

async function buildApiHost(
  config: Config,
  logger: Logger,
): Promise<BuiltServer & { cache: ResponseCache }> {
  const db = connectDatabase(config, (err) =>
    logger.warn({ err }, 'a connection to the database has ended; the next request makes another'),
  );
  const cache = createPublicCache(db, logger);
  const auth = createAuthService(db, () => new Date());
  const requestLogging = createRequestLogging(config, logger as FastifyBaseLogger);
  const adminTokens = createAdminTokens(auth);
  const http = createHttpServer({ config, cache, requestLogging, adminTokens });
  const { serverFactory } = http;
  const app = await buildApi({ config, db, logger, cache, auth, requestLogging, serverFactory });
  return { app, cache, http };
}

/** The site and its API on one listener: the pages call the API without leaving the process. */
async function buildAll(config: Config, logger: Logger): Promise<BuiltServer> {
  const server = await buildApiHost(config, logger);
  const fetchApi = injectTransport(server.app);
  await server.app.register(pages, { site: siteOf(config, ''), fetchApi, cache: server.cache });
  return server;
}

/** Answers that are kept for as long as the API says that nothing has changed. */
export function createRemoteApiCache(fetchApi: Transport, log: Logger): ResponseCache {
  const revision = createContentRevision(
    async () => {
      const { revision } = await createApiClient(fetchApi).readState();
      return revision;
    },
    (err) => log.warn({ err }, 'the API does not say whether posts have changed'),
  );
  // Each of the API's processes knows of a change after half a second at most.
  return createResponseCache({ revision, apiLagMs: 1_000 });
}

/** Whoever asks whether it is ready does not wait for an API that hangs. */
const READY_WITHIN_MS = 2_000;

/** The pages alone; their API is on another host. */
async function buildWebHost(config: Config, logger: Logger): Promise<BuiltServer> {
  const apiUrl = requireApiUrl(config);
  const safety = securityHeaders(config.site.url);
  const fetchApi = httpTransport(apiUrl);
  const cache = createRemoteApiCache(fetchApi, logger);
  const requestLogging = createRequestLogging(config, logger as FastifyBaseLogger);
  const http = createHttpServer({ config, cache, requestLogging });
  const app: FastifyInstance = Fastify({
    ...requestLogging.fastifyOptions,
    ...createServerOptions(safety),
    serverFactory: http.serverFactory,
  });
  sendErrorsAsProblems(app);
  logRequests(app, requestLogging);
  closeConnectionsWhenDraining(app);
  setSecurityHeaders(app, safety);
  addRetryAfter(app);
  addRequestIdHeader(app);
  requireHost(app);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (isDraining(app.server)) return reply.code(503).send({ status: 'the server is stopping' });
    const ready = await fetch(`${apiUrl}/readyz`, {
      signal: AbortSignal.timeout(READY_WITHIN_MS),
    }).then(
      (answer) => answer.ok,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'the API does not answer' });
  });
  await app.register(pages, { site: siteOf(config, apiUrl), fetchApi, cache });
  return { app, http };
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
