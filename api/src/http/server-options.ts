import { type Headers, requestPath } from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';
import { handleFrameworkErrors, sendProblem } from './errors.ts';
import { ProblemError } from './problem.ts';
import { handleClientErrors } from './raw-errors.ts';

/** How a server listens that no client can keep busy for long: for both hosts. */
export function createServerOptions(safety: Headers) {
  return {
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      // Refused by `requireHost`, as everything else is refused.
      requireHostHeader: false,
    },
    // Fastify's own default.
    keepAliveTimeout: 72_000,
    // Fifteen megabytes over a slow line take their time; other bodies have less (body-timeout.ts).
    requestTimeout: 300_000,
    // Nothing moves: the client does not read, or is gone. The largest picture is made sooner.
    connectionTimeout: 120_000,
    // Requests that arrive on an open connection while closing are still answered.
    return503OnClosing: false,
    rewriteUrl: requestPath,
    frameworkErrors: handleFrameworkErrors(safety),
    clientErrorHandler: handleClientErrors(safety),
  };
}

/** Node would refuse it without a word. */
export function requireHost(app: FastifyInstance): void {
  const problem = new ProblemError(
    'malformed-request',
    'The request does not say which host it is for.',
  );
  app.addHook('onRequest', async (request, reply) => {
    const isMissing = request.headers.host === undefined && request.raw.httpVersionMinor === 1;
    return isMissing ? sendProblem(problem, request, reply) : undefined;
  });
  // What a client expects before it goes on is no reason to fail: it gets its answer.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
}
