import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { createKeyedMutex } from '../api/src/keyed-mutex.ts';

/** The one pair of keys that it knows; it checks what is signed with them. */
export const KEYS = { S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' };

function createListener(directory: string) {
  const s3 = new S3rver({ directory, silent: true });
  // The client asks for a bucket as `/name/` and signs that; the server forgets the last slash,
  // except for a bucket that it takes for a host's.
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

/** An S3-compatible server on a folder of its own, gone with the process that started it. */
export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'longhand-s3-'));
  const listener = createListener(directory);
  const asked: string[] = [];
  const runExclusive = createKeyedMutex();
  let server = await listen(0);
  const { port } = server.address() as { port: number };

  async function listen(on: number): Promise<Server> {
    const made = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      // As a store does it; this one forgets to answer when an object goes while it opens it.
      runExclusive(request.url?.split('?')[0] ?? '', async () => {
        if (response.destroyed) return;
        const sent = once(response, 'close');
        listener(request, response);
        await sent;
      });
    }).listen(on, '127.0.0.1');
    await once(made, 'listening');
    return made;
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
    /** What it was asked for, in order. */
    asked,
    /** As if it were switched off: what it keeps, it keeps. */
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
