import { Readable } from 'node:stream';
import { type Headers, requestPath } from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';
import { handleFrameworkErrors, sendProblem } from './errors.ts';
import { ProblemError } from './problem.ts';
import { handleClientErrors } from './raw-errors.ts';

/** Limits against slow and broken clients, for all hosts (API, site, both). */
export function createServerOptions(defaultHeaders: Headers) {
  return {
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      // `requireHost` responds with a problem instead.
      requireHostHeader: false,
      // Without stream events for bodies that do not exist; `endEmptyBodies` is needed for it.
      optimizeEmptyRequests: true,
    },
    // Fastify's own default.
    keepAliveTimeout: 72_000,
    // For uploads of 15 MB over a slow connection; other bodies have less time (body-timeout.ts).
    requestTimeout: 300_000,
    // Without any traffic; longer than generating the largest image variant takes.
    connectionTimeout: 120_000,
    // Requests on open connections are still served while closing.
    return503OnClosing: false,
    rewriteUrl: requestPath,
    frameworkErrors: handleFrameworkErrors(defaultHeaders),
    clientErrorHandler: handleClientErrors(defaultHeaders),
  };
}

/** Fastify waits for the end of a body that has a type, and Node does not emit it for one without a length. */
export function endEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw }, _reply, payload, done) => {
    const isAwaited = raw.headers['content-type'] !== undefined;
    done(null, isAwaited && raw.readableEnded ? Readable.from([]) : payload);
  });
}

/** Node's own check sends no body. */
export function requireHost(app: FastifyInstance): void {
  const problem = new ProblemError('malformed-request', 'The request has no Host header.');
  app.addHook('onRequest', async (request, reply) => {
    const isMissing = request.headers.host === undefined && request.raw.httpVersionMinor === 1;
    return isMissing ? sendProblem(problem, request, reply) : undefined;
  });
  // Unknown Expect headers are ignored; Node would respond with 417.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
}
