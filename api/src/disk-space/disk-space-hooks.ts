import type { FastifyInstance } from 'fastify';
import type { Reserve } from '../files/reserve.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Such a route is needed, like every DELETE, to free space or to keep strangers out. */
    isAllowedOnFullDisk?: boolean;
    /** The body of such a route says whether it deletes. */
    isDeletion?: (body: never) => boolean;
  }
}

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** On a full disk, only deletions and routes with `isAllowedOnFullDisk` may use the reserve. */
export function keepReserveForDeleting(app: FastifyInstance, reserve: Reserve): void {
  app.addHook('onRequest', async ({ method, routeOptions: { url, config } }) => {
    if (READS.includes(method) || !url?.startsWith('/api/')) return;
    if (config.isAllowedOnFullDisk) reserve.releaseForLogin();
    else if (method !== 'DELETE' && !config.isDeletion) reserve.assertRoom();
  });
}

/** Must be added behind the session: otherwise a stranger could have everything refused but deletions. */
export function releaseReserveForDeleting(app: FastifyInstance, reserve: Reserve): void {
  app.addHook('onRequest', async ({ method, routeOptions: { config } }) => {
    if (method === 'DELETE') reserve.release();
    // What it does is in its body, which is read after the write was counted: that takes as little as a log-in.
    else if (config.isDeletion) reserve.releaseForLogin();
  });
  app.addHook('preHandler', async ({ body, routeOptions: { config } }) => {
    if (config.isDeletion?.(body as never)) reserve.release();
    else if (config.isDeletion) reserve.assertRoom();
  });
}
