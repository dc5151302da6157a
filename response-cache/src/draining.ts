import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const draining = new WeakSet<Server>();

/** From now on, the server is not ready and every response closes its connection. */
export function startDraining(server: Server): void {
  draining.add(server);
}

export function isDraining(server: Server): boolean {
  return draining.has(server);
}

const uploading = new WeakSet<Socket>();

/** Marks the connection until `end` is called, because a server that stops waits longer for an upload. */
export function startUpload(socket: Socket): { readonly end: () => void } {
  uploading.add(socket);
  return { end: () => uploading.delete(socket) };
}

export function isUploading(socket: Socket): boolean {
  return uploading.has(socket);
}
