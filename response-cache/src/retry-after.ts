import type { FastifyInstance } from 'fastify';

export const RETRY_AFTER_SECONDS = 5;

/** Adds Retry-After to every 503. */
export function addRetryAfter(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      reply.header('retry-after', RETRY_AFTER_SECONDS);
  });
}
