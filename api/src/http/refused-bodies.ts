import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Whoever sends more may miss the response. */
const MAX_BYTES = 64 * 1024 * 1024;

function readToEnd(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) finish();
    };
    const finish = () => {
      body.off('data', count);
      resolve();
    };
    // An error also says that the time for the body is over.
    for (const end of ['end', 'error', 'close']) body.once(end, finish);
    body.on('data', count);
  });
}

/** Clients that still send may not read a response, and proxies send a 502 of their own. */
export function readRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, { statusCode }) => {
    const isUnread = !raw.complete && !raw.readableEnded && !raw.destroyed;
    if (statusCode === 413 && isUnread) await readToEnd(raw);
  });
}
