import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '@longhand/api/config';

/** Rejects like the server would if it listened there. */
export async function assertPortFree({ port, host }: Config['listen']): Promise<void> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
