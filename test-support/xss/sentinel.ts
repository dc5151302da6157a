import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VECTORS } from './vectors.ts';

/** A host that only our browser knows: it leads to the sentinel, every other one to nowhere. */
const HOST = 'hit.invalid';
export const SENTINEL = `http://${HOST}`;

/** The program that tells us that it ran, and which one it is. */
export function programOf(code: number): string {
  return `__hit(${code})`;
}

export function writeVector(vector: number, code: number): string {
  return VECTORS[vector]?.(programOf(code), `${SENTINEL}/${code}.js`) ?? '';
}

/** Serves the scripts that vectors ask for, and each vector in a page that does nothing against it. */
export async function startSentinel() {
  const server = createServer((request, answer) => {
    const [, folder = '', name = ''] = /^\/(bare\/)?(\d+)/.exec(request.url ?? '') ?? [];
    if (folder) {
      answer.setHeader('content-type', 'text/html; charset=utf-8');
      answer.end(
        `<!doctype html><title>bare</title><body>${writeVector(Number(name), Number(name))}`,
      );
      return;
    }
    answer.writeHead(name ? 200 : 404, {
      'content-type': 'text/javascript',
      'access-control-allow-origin': '*',
    });
    answer.end(name ? programOf(Number(name)) : '');
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
