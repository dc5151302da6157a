import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { createKeyedMutex } from '../api/src/keyed-mutex.ts';

/** The only credentials of s3rver; it verifies signatures. */
export const KEYS = { S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' };

function createListener(directory: string) {
  const s3 = new S3rver({ directory, silent: true });
  // The client signs `/name/`, but s3rver verifies without the last slash, except for virtual hosts.
  s3.middleware.splice(-1, 0, (context, next) => {
    if (/^\/[^/]+\/$/.test(context.path)) {
      context.state.vhost = true;
      context.mountPath = '/';
    }
    return next();
  });
  s3.logger.exceptions.unhandle();
  return s3.callback();
}

/** With a temporary folder, removed when this process exits. */
export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'longhand-s3-'));
  const listener = createListener(directory);
  const requests: string[] = [];
  const runExclusive = createKeyedMutex();
  let server = await listen(0);
  const { port } = server.address() as { port: number };

  async function listen(listenPort: number): Promise<Server> {
    const listening = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      // One request per object: s3rver never responds when an object is deleted while it opens it.
      runExclusive(request.url?.split('?')[0] ?? '', async () => {
        if (response.destroyed) return;
        const sent = once(response, 'close');
        listener(request, response);
        await sent;
      });
    }).listen(listenPort, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }

  async function stop(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Method and URL of each request, in order. */
    requests,
    /** The stored objects stay. */
    stop,
    async start(): Promise<void> {
      server = await listen(port);
    },
    async remove(): Promise<void> {
      if (server.listening) await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type S3Server = Awaited<ReturnType<typeof startS3>>;
