import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '@longhand/api/config';
import {
  createPerAddressFilter,
  createServerOptions,
  createSlowReaderCheck,
  limitConnections,
  type RequestLogging,
} from '@longhand/api/http';
import {
  type AdminTokens,
  AppResponse,
  createRequestListener,
  type ResponseCache,
  securityHeaders,
} from '@longhand/response-cache';
import type { FastifyServerFactory } from 'fastify';
import { refuseWhenBusy } from './busy.ts';

export type HttpServer = {
  /** Makes Fastify handle what is not answered before it. */
  readonly serverFactory: FastifyServerFactory;
  readonly connections: ReadonlySet<Socket>;
  /** From now on, requests wait. */
  readonly pause: () => void;
  readonly resume: () => void;
};

type Options = {
  readonly config: Config;
  readonly cache: ResponseCache;
  readonly requestLogging: RequestLogging;
  readonly adminTokens?: AdminTokens | undefined;
};

/**
 * The server that Fastify listens with. It limits connections, sends what is cached, and hands on no
 * more requests than can be served.
 */
export function createHttpServer({
  config,
  cache,
  requestLogging,
  adminTokens,
}: Options): HttpServer {
  const safety = securityHeaders(config.site.url);
  const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = createServerOptions(safety);
  const server = createServer({
    ...http,
    keepAliveTimeout,
    requestTimeout,
    ServerResponse: AppResponse,
  }).setTimeout(connectionTimeout);
  const connections = limitConnections(server, {
    most: config.maxConnections,
    mostOfOneAddress: config.maxConnectionsPerAddress,
    isCounted: createPerAddressFilter(config.trustProxy),
    safety,
  });
  createSlowReaderCheck(connections).start();
  let waiting: (() => void)[] | undefined;

  return {
    serverFactory(handle) {
      const answer = createRequestListener(handle, {
        server,
        cache,
        generateRequestId: requestLogging.generateRequestId,
        log: requestLogging.accessLog,
        refuse: refuseWhenBusy(safety),
        adminTokens,
      });
      server.on('request', (request: IncomingMessage, response: AppResponse) => {
        if (!connections.has(request.socket)) request.resume();
        else if (waiting) waiting.push(() => answer(request, response));
        else answer(request, response);
      });
      return server;
    },
    connections,
    pause() {
      waiting ??= [];
    },
    resume() {
      const requests = waiting ?? [];
      waiting = undefined;
      for (const answer of requests) answer();
    },
  };
}
