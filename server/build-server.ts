import { createAdminTokens, createAuthService } from '@longhand/api/administrator';
import { type ApiOptions, buildApi } from '@longhand/api/app';
import { type Config, ConfigError } from '@longhand/api/config';
import { connectDatabase } from '@longhand/api/database';
import { createReserveFor } from '@longhand/api/disk-reserve';
import {
  addCommonHooks,
  createAddressReader,
  createRequestLogging,
  createServerOptions,
} from '@longhand/api/http';
import { createPublicCache } from '@longhand/api/public-cache';
import { SOFTWARE } from '@longhand/api/software-version';
import {
  createContentRevision,
  createResponseCache,
  isDraining,
  MAX_REVISION_LAG_MS,
  type ResponseCache,
  securityHeaders,
} from '@longhand/response-cache';
import {
  createApiClient,
  createSiteReader,
  pages,
  type ServerSite,
  type SiteHosts,
  type SiteReader,
  type Transport,
} from '@longhand/web/server';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { createServerMetrics, type ServerMetrics } from './metrics.ts';
import { httpTransport, injectTransport } from './transports.ts';

export type BuiltServer = { app: FastifyInstance; http: HttpServer };
type Build = (config: Config, logger: Logger) => Promise<BuiltServer>;

/** Needed for pages on another host than the API. Everything else about the site is asked of the API. */
function hostsOf({ site, apiPublicUrl = '' }: Config): SiteHosts {
  const isOneAddress = apiPublicUrl === new URL(site.url).origin;
  return { url: site.url, apiUrl: isOneAddress ? '' : apiPublicUrl };
}

/** A site that runs without its API needs the address of one. */
export function requireApiUrl({ apiUrl }: Config): string {
  if (!apiUrl) throw new ConfigError(['API_URL must be set when the site runs without its API.']);
  return apiUrl;
}

type ApiHost = BuiltServer & {
  cache: ResponseCache;
  site: SiteReader;
  metrics: ServerMetrics | undefined;
};

async function buildApiHost(
  config: Config,
  logger: Logger,
  options: Pick<ApiOptions, 'withoutJobs'> = {},
): Promise<ApiHost> {
  const metrics = options.withoutJobs ? undefined : await createServerMetrics(config, logger);
  const db = connectDatabase(config, {
    activity: metrics?.watchDatabase(),
    onConnectionError: (err) =>
      logger.warn(
        { err },
        'a database connection was closed; the next request will open a new one',
      ),
  });
  const cache = createPublicCache(db, logger);
  const auth = createAuthService(db, () => new Date());
  const requestLogging = createRequestLogging(config, logger as FastifyBaseLogger);
  const adminTokens = createAdminTokens(auth);
  const site = createSiteReader({ url: config.site.url, apiUrl: '' });
  const http = createHttpServer({ config, cache, site, requestLogging, adminTokens, metrics });
  const { serverFactory } = http;
  const app = await buildApi({
    config,
    db,
    logger,
    cache,
    auth,
    requestLogging,
    serverFactory,
    metrics,
    reserve: createReserveFor(config),
    ...options,
  });
  return { app, cache, site, http, metrics };
}

async function addPages(server: ApiHost, { trustProxy }: Config): Promise<BuiltServer> {
  const { site, cache, metrics } = server;
  const addressOf = createAddressReader(trustProxy);
  const fetchApi = injectTransport(server.app);
  const onRender = metrics?.watchRenders();
  await server.app.register(pages, { site, fetchApi, cache, addressOf, onRender });
  return server;
}

/** The site and its API have one listener, and the pages call the API in-process. */
async function buildAll(config: Config, logger: Logger): Promise<BuiltServer> {
  return addPages(await buildApiHost(config, logger), config);
}

/** Nobody would answer a form that is sent from a static site. */
function withoutForm(site: SiteReader): SiteReader {
  const withoutOpen = (shown: ServerSite): ServerSite => ({
    ...shown,
    newsletterShown: shown.newsletterShown && !shown.newsletterOpen,
    newsletterOpen: false,
    countsViews: false,
  });
  return {
    hosts: site.hosts,
    read: async (api) => withoutOpen(await site.read(api)),
    lastKnown: () => withoutOpen(site.lastKnown()),
  };
}

/** A command uses it to read the pages. It never listens, and leaves scheduled work to a server. */
export async function buildReader(config: Config, logger: Logger): Promise<FastifyInstance> {
  const server = await buildApiHost(config, logger, { withoutJobs: true });
  const { app } = await addPages({ ...server, site: withoutForm(server.site) }, config);
  return app;
}

/** A response that the API made before it saw a change arrives within this time. */
const API_ANSWER_MS = 500;

/** The cache is valid until the API reports another revision. */
export function createRemoteApiCache(fetchApi: Transport, log: Logger): ResponseCache {
  const revision = createContentRevision(
    async () => {
      const { revision } = await createApiClient(fetchApi).readState();
      return revision;
    },
    (err) => log.warn({ err }, 'the API cannot be asked whether posts have changed'),
  );
  return createResponseCache({ revision, apiLagMs: MAX_REVISION_LAG_MS + API_ANSWER_MS });
}

const READINESS_TIMEOUT_MS = 2_000;

async function buildWebHost(config: Config, logger: Logger): Promise<BuiltServer> {
  const apiUrl = requireApiUrl(config);
  const defaultHeaders = securityHeaders(config.site.url);
  const fetchApi = httpTransport(apiUrl);
  const cache = createRemoteApiCache(fetchApi, logger);
  const requestLogging = createRequestLogging(config, logger as FastifyBaseLogger);
  const site = createSiteReader(hostsOf(config));
  const metrics = await createServerMetrics(config, logger);
  const http = createHttpServer({ config, cache, site, requestLogging, metrics });
  const app: FastifyInstance = Fastify({
    ...requestLogging.fastifyOptions,
    ...createServerOptions(defaultHeaders),
    serverFactory: http.serverFactory,
  });
  addCommonHooks(app, requestLogging, defaultHeaders);
  app.get('/healthz', async () => ({ status: 'ok', ...SOFTWARE }));
  app.get('/readyz', async (_request, reply) => {
    if (isDraining(app.server)) return reply.code(503).send({ status: 'the server is stopping' });
    const ready = await fetch(`${apiUrl}/readyz`, {
      signal: AbortSignal.timeout(READINESS_TIMEOUT_MS),
    }).then(
      (response) => response.ok,
      () => false,
    );
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ok' : 'the API is not responding' });
  });
  await app.register(pages, {
    ...{ site, fetchApi, cache },
    addressOf: createAddressReader(config.trustProxy),
    onRender: metrics?.watchRenders(),
  });
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

/** Called in each process, after `prepareServer` was called once. */
export function buildServer(part: Part, config: Config, logger: Logger): Promise<BuiltServer> {
  return BUILDS[part](config, logger);
}
