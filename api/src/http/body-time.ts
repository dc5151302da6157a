import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body may take to arrive, where it is not the usual time. */
    bodyWithinMs?: number;
  }
}

/** The longest post over a slow line. */
const BODY_WITHIN_MS = 60_000;

/** A body that does not come to its end is not waited for. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { bodyWithinMs = BODY_WITHIN_MS } = request.routeOptions.config;
    const { method, raw } = request;
    if (method === 'GET' || method === 'HEAD' || raw.complete || bodyWithinMs === Infinity)
      return done(null, payload);
    const timer = setTimeout(() => {
      const detail = 'The request took too long to arrive. Please send it again.';
      // Not destroyed: then there would be nobody to tell. Its reader gives up by this.
      payload.emit(
        'error',
        new ProblemError('request-timeout', detail, { headers: { connection: 'close' } }),
      );
    }, bodyWithinMs);
    for (const end of ['end', 'error', 'close']) raw.once(end, () => clearTimeout(timer));
    done(null, payload);
  });
}
