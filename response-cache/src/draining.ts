import type { Server } from 'node:http';

const draining = new WeakSet<Server>();

/** From now on, the server is not ready and every response closes its connection. */
export function startDraining(server: Server): void {
  draining.add(server);
}

export function isDraining(server: Server): boolean {
  return draining.has(server);
}
