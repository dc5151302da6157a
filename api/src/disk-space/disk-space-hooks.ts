import type { FastifyInstance } from 'fastify';
import type { Reserve } from '../files/reserve.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Like every DELETE: needed to free space, or to keep strangers out. */
    isAllowedOnFullDisk?: boolean;
  }
}

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** On a full disk, what deletes may use the reserve, and nothing else may. */
export function keepReserveForDeleting(app: FastifyInstance, reserve: Reserve): void {
  app.addHook('onRequest', async ({ method, routeOptions: { url, config } }) => {
    if (READS.includes(method) || !url?.startsWith('/api/')) return;
    if (config.isAllowedOnFullDisk) reserve.releaseForLogin();
    else if (method !== 'DELETE') reserve.assertRoom();
  });
}

/** To be added behind the session: otherwise a stranger could have everything refused but deletions. */
export function releaseReserveForDeleting(app: FastifyInstance, reserve: Reserve): void {
  app.addHook('onRequest', async ({ method }) => {
    if (method === 'DELETE') reserve.release();
  });
}
