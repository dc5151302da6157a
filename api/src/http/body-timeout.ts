import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body may take to arrive, if not BODY_TIMEOUT_MS. */
    bodyTimeoutMs?: number;
  }
}

/** Enough for the longest post over a slow connection. */
const BODY_TIMEOUT_MS = 60_000;

export function addBodyTimeout(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { bodyTimeoutMs = BODY_TIMEOUT_MS } = request.routeOptions.config;
    const { method, raw } = request;
    const hasArrived = raw.complete || raw.readableEnded;
    if (method === 'GET' || method === 'HEAD' || hasArrived || bodyTimeoutMs === Infinity)
      return done(null, payload);
    const timer = setTimeout(() => {
      const detail = 'The request took too long to arrive. Please send it again.';
      // Why not destroy it: then no response could be sent. The body parser stops on this event.
      payload.emit(
        'error',
        new ProblemError('request-timeout', detail, { headers: { connection: 'close' } }),
      );
    }, bodyTimeoutMs);
    for (const end of ['end', 'error', 'close']) raw.once(end, () => clearTimeout(timer));
    done(null, payload);
  });
}
