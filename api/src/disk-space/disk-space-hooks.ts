import type { FastifyInstance } from 'fastify';
import type { Reserve } from '../files/reserve.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As every DELETE is, it is needed to free space, or to keep strangers out. */
    isAllowedOnFullDisk?: boolean;
  }
}

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** On a full disk, what deletes may use the reserve, and nothing else may. */
export function keepReserveForDeleting(app: FastifyInstance, reserve: Reserve): void {
  app.addHook('onRequest', async ({ method, routeOptions: { url, config } }) => {
    if (READS.includes(method) || !url?.startsWith('/api/')) return;
    if (method === 'DELETE' || config.isAllowedOnFullDisk) reserve.release();
    else reserve.assertRoom();
  });
}
