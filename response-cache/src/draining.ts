import type { Server } from 'node:http';

const leaving = new WeakSet<Server>();

/** From now on, every answer of this server ends its connection: the next one is for another. */
export function startDraining(server: Server): void {
  leaving.add(server);
}

export function isDraining(server: Server): boolean {
  return leaving.has(server);
}
