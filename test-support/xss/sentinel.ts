import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VECTORS } from './vectors.ts';

/** Resolved to the sentinel by the browser's flags; no other host resolves. */
const HOST = 'hit.invalid';
export const SENTINEL = `http://${HOST}`;

/** Reports that it ran. */
export function scriptFor(code: number): string {
  return `__hit(${code})`;
}

export function writeVector(vector: number, code: number): string {
  return VECTORS[vector]?.(scriptFor(code), `${SENTINEL}/${code}.js`) ?? '';
}

/** Serves the scripts of vectors, and each vector in an unprotected page. */
export async function startSentinel() {
  const server = createServer((request, response) => {
    const [, folder = '', name = ''] = /^\/(bare\/)?(\d+)/.exec(request.url ?? '') ?? [];
    if (folder) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><title>bare</title><body>${writeVector(Number(name), Number(name))}`,
      );
      return;
    }
    response.writeHead(name ? 200 : 404, {
      'content-type': 'text/javascript',
      'access-control-allow-origin': '*',
    });
    response.end(name ? scriptFor(Number(name)) : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    browserFlags: [
      `--host-resolver-rules=MAP ${HOST} 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
