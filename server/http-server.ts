import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '@longhand/api/config';
import {
  createPerAddressFilter,
  createServerOptions,
  createSlowReaderCheck,
  findClientProblem,
  limitConnections,
  type RequestLogging,
} from '@longhand/api/http';
import {
  type AdminTokens,
  AppResponse,
  createRequestListener,
  isDraining,
  type ResponseCache,
  securityHeaders,
} from '@longhand/response-cache';
import type { SiteReader } from '@longhand/web/server';
import type { FastifyServerFactory } from 'fastify';
import { refuseWhenBusy } from './busy.ts';
import type { ServerMetrics } from './metrics.ts';

export type HttpServer = {
  readonly serverFactory: FastifyServerFactory;
  readonly connections: ReadonlySet<Socket>;
  /** Holds requests back until `resume`. */
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

/** Before Fastify's handler, which ends the connection. */
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
