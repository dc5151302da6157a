import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body may take to arrive, where it is not the usual time. */
    bodyTimeoutMs?: number;
  }
}

/** The longest post over a slow line. */
const BODY_TIMEOUT_MS = 60_000;

/** A body that does not come to its end is not waited for. */
export function addBodyTimeout(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { bodyTimeoutMs = BODY_TIMEOUT_MS } = request.routeOptions.config;
    const { method, raw } = request;
    if (method === 'GET' || method === 'HEAD' || raw.complete || bodyTimeoutMs === Infinity)
      return done(null, payload);
    const timer = setTimeout(() => {
      const detail = 'The request took too long to arrive. Please send it again.';
      // Not destroyed: then there would be nobody to tell. Its reader gives up by this.
      payload.emit(
        'error',
        new ProblemError('request-timeout', detail, { headers: { connection: 'close' } }),
      );
    }, bodyTimeoutMs);
    for (const end of ['end', 'error', 'close']) raw.once(end, () => clearTimeout(timer));
    done(null, payload);
  });
}
