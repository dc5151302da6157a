import { isDraining, startDraining } from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';

/** A connection that stays open after its response would delay the shutdown until it times out. */
export function closeConnectionsWhenDraining(app: FastifyInstance): void {
  app.addHook('preClose', async () => startDraining(app.server));
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining(app.server)) reply.header('connection', 'close');
  });
}
