import type { FastifyInstance } from 'fastify';

/** For whoever gets nothing now, where nobody knows better. */
export const RETRY_AFTER_SECONDS = 5;

/** Every 503 says when to come again, whoever made it. */
export function addRetryAfter(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      reply.header('retry-after', RETRY_AFTER_SECONDS);
  });
}
