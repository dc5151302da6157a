import { isDraining, startDraining } from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';

/**
 * Tells clients that are answered while the server closes not to keep their connection: one
 * left open after its answer would hold up the end until it times out.
 */
export function closeConnectionsWhenDraining(app: FastifyInstance): void {
  app.addHook('preClose', async () => startDraining(app.server));
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining(app.server)) reply.header('connection', 'close');
  });
}
