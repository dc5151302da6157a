import type { IncomingMessage } from 'node:http';
import {
  type Headers,
  hasSeveralHosts,
  isDraining,
  REQUEST_ID_HEADER,
  RETRY_AFTER_SECONDS,
  requestPath,
  startDraining,
  startUpload,
} from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';
import {
  handleClientErrors,
  handleFrameworkErrors,
  sendErrorsAsProblems,
  sendProblem,
} from './errors.ts';
import { logRequests, type RequestLogging } from './logging.ts';
import { ProblemError } from './problem.ts';
import { endEmptyBodies, readRefusedBodies } from './request-bodies.ts';

/** All hosts (API, site, both) have these limits against slow and broken clients. */
export function createServerOptions(defaultHeaders: Headers) {
  return {
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      // `requireHost` responds with a problem instead.
      requireHostHeader: false,
      // Bodies that do not exist then emit no stream events, which is why `endEmptyBodies` is needed.
      optimizeEmptyRequests: true,
    },
    // The same as Fastify's default.
    keepAliveTimeout: 72_000,
    // Enough for uploads of 15 MB over a slow connection; other bodies have less time (request-bodies.ts).
    requestTimeout: 300_000,
    // Ends connections without any traffic. Longer than generating the largest image variant takes.
    connectionTimeout: 120_000,
    // Requests on open connections are still served while closing.
    return503OnClosing: false,
    rewriteUrl: requestPath,
    frameworkErrors: handleFrameworkErrors(defaultHeaders),
    clientErrorHandler: handleClientErrors(defaultHeaders),
  };
}

function findHostProblem(request: IncomingMessage): string | undefined {
  if (hasSeveralHosts(request)) return 'The request has more than one Host header.';
  const isMissing = request.headers.host === undefined && request.httpVersionMinor === 1;
  return isMissing ? 'The request has no Host header.' : undefined;
}

/** Requires exactly one Host header. Node's own check sends no body, and lets several pass. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const detail = findHostProblem(request.raw);
    if (detail === undefined) return;
    return sendProblem(new ProblemError('malformed-request', detail), request, reply);
  });
  // Unknown Expect headers are ignored; Node would respond with 417.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
}

/** All hosts (API, site, both) have these. Routes can override the headers. */
export function addCommonHooks(
  app: FastifyInstance,
  requestLogging: RequestLogging,
  defaultHeaders: Headers,
): void {
  sendErrorsAsProblems(app);
  logRequests(app, requestLogging);
  app.addHook('preClose', async () => startDraining(app.server));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(defaultHeaders).header(REQUEST_ID_HEADER, request.id);
  });
  // Runs after the session was checked, which is an onRequest hook: strangers must not delay a stop.
  app.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config.isUpload)
      reply.raw.once('close', startUpload(request.socket).end);
  });
  app.addHook('onSend', async (_request, reply) => {
    // A connection that stays open after its response would delay the shutdown until it times out.
    if (isDraining(app.server)) reply.header('connection', 'close');
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      reply.header('retry-after', RETRY_AFTER_SECONDS);
  });
  readRefusedBodies(app);
  requireHost(app);
  endEmptyBodies(app);
}
