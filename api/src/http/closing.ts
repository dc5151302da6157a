import type { FastifyInstance } from 'fastify';

/**
 * Tells clients that are answered while the server closes not to keep their connection: one
 * left open after its answer would hold up the end until it times out.
 */
export function releaseConnectionsOnClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
