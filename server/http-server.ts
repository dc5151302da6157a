import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '@longhand/api/config';
import {
  createPerAddressFilter,
  createServerOptions,
  createSlowReaderCheck,
  findClientProblem,
  limitConnections,
  PROBLEM_MEDIA_TYPE,
  ProblemError,
  type RequestLogging,
} from '@longhand/api/http';
import {
  type AdminTokens,
  AppResponse,
  createRequestListener,
  type Headers,
  isDraining,
  MAX_WAIT_MS,
  type Refuse,
  type ResponseCache,
  securityHeaders,
} from '@longhand/response-cache';
import { errorPage, type SiteReader } from '@longhand/web/server';
import type { FastifyServerFactory } from 'fastify';
import type { ServerMetrics } from './metrics.ts';

/** By then, everybody who waits now has been served or refused. */
const RETRY_AFTER = { 'retry-after': String(MAX_WAIT_MS / 1_000) };

const PROBLEM = new ProblemError(
  'unavailable',
  'Too many requests at once. Please try again in a moment.',
);

/** Browsers get a page, API clients a problem. */
function refuseWhenBusy(defaultHeaders: Headers, site: SiteReader): Refuse {
  const apiHeaders = {
    ...defaultHeaders,
    ...RETRY_AFTER,
    'cache-control': 'no-store',
    'content-type': PROBLEM_MEDIA_TYPE,
  };
  const problem = Buffer.from(JSON.stringify(PROBLEM));
  return ({ url = '' }, response) => {
    const send = (headers: Headers, body: Buffer) => {
      response.writeHead(503, { ...headers, 'content-length': body.length });
      response.end(body);
    };
    if (url.startsWith('/api/')) return send(apiHeaders, problem);
    const page = errorPage('busy', site.lastKnown());
    send({ ...defaultHeaders, ...page.headers, ...RETRY_AFTER }, Buffer.from(page.html));
  };
}

export type HttpServer = {
  readonly serverFactory: FastifyServerFactory;
  readonly connections: ReadonlySet<Socket>;
  /** Requests wait until `resume` is called. */
  readonly pause: () => void;
  readonly resume: () => void;
};

type Options = {
  readonly config: Config;
  readonly cache: ResponseCache;
  readonly site: SiteReader;
  readonly requestLogging: RequestLogging;
  readonly adminTokens?: AdminTokens | undefined;
  readonly metrics?: ServerMetrics | undefined;
};

/** Runs before Fastify's handler, which ends the connection. */
function countClientErrors(server: Server, { requests }: ServerMetrics): void {
  server.on('clientError', (error, socket) => {
    const problem = findClientProblem(error, socket as Socket);
    if (problem) requests.sentRaw(problem.status);
  });
}

/** Limits connections, sends cached responses, and passes the rest to Fastify with a limited concurrency. */
export function createHttpServer({
  config,
  cache,
  site,
  requestLogging,
  adminTokens,
  metrics,
}: Options): HttpServer {
  const defaultHeaders = securityHeaders(config.site.url);
  const { http, keepAliveTimeout, requestTimeout, connectionTimeout } =
    createServerOptions(defaultHeaders);
  const server = createServer({
    ...http,
    keepAliveTimeout,
    requestTimeout,
    ServerResponse: AppResponse,
  }).setTimeout(connectionTimeout);
  const connections = limitConnections(server, {
    max: config.maxConnections,
    maxPerAddress: config.maxConnectionsPerAddress,
    isLimited: createPerAddressFilter(config.trustProxy),
    defaultHeaders,
    ...(metrics && { onRefused: metrics.requests.refusedConnection }),
  });
  createSlowReaderCheck(connections).start();
  metrics?.watch({ cache, connections });
  if (metrics) countClientErrors(server, metrics);
  let paused: (() => void)[] | undefined;

  function sendMetrics(response: AppResponse): void {
    if (isDraining(server)) response.setHeader('connection', 'close');
    void metrics?.respond(response);
  }

  return {
    serverFactory(handle) {
      const listener = createRequestListener(handle, {
        server,
        cache,
        generateRequestId: requestLogging.generateRequestId,
        log: requestLogging.accessLog,
        refuse: refuseWhenBusy(defaultHeaders, site),
        adminTokens,
        queues: metrics?.queues,
        metrics: metrics?.requests,
      });
      server.on('request', (request: IncomingMessage, response: AppResponse) => {
        if (!connections.has(request.socket)) request.resume();
        else if (metrics?.isAsked(request)) sendMetrics(response);
        else if (paused) paused.push(() => listener(request, response));
        else listener(request, response);
      });
      return server;
    },
    connections,
    pause() {
      paused ??= [];
    },
    resume() {
      const requests = paused ?? [];
      paused = undefined;
      for (const handleRequest of requests) handleRequest();
    },
  };
}
