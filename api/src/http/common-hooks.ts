import {
  type Headers,
  isDraining,
  REQUEST_ID_HEADER,
  RETRY_AFTER_SECONDS,
  startDraining,
  startUpload,
} from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';
import { sendErrorsAsProblems } from './errors.ts';
import { logRequests, type RequestLogging } from './logging.ts';
import { readRefusedBodies } from './refused-bodies.ts';
import { endEmptyBodies, requireHost } from './server-options.ts';

/** For all hosts (API, site, both). Routes can override the headers. */
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
  // Behind the session, which is looked for on request: strangers must not delay a stop.
  app.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config.isUpload)
      reply.raw.once('close', startUpload(request.socket).end);
  });
  app.addHook('onSend', async (_request, reply) => {
    // One that stays open after its response would delay the shutdown until it times out.
    if (isDraining(app.server)) reply.header('connection', 'close');
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      reply.header('retry-after', RETRY_AFTER_SECONDS);
  });
  readRefusedBodies(app);
  requireHost(app);
  endEmptyBodies(app);
}
