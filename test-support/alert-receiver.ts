import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

type Received = { readonly event: string; readonly message: string };

/** An ALERT_URL that keeps what it gets, and answers with `status`. */
export async function startAlertReceiver(status = 200) {
  const received: Received[] = [];
  const receiver = { status, received, events: () => received.map(({ event }) => event) };
  const server = createServer(async (request, response) => {
    received.push((await json(request)) as Received);
    response.writeHead(receiver.status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/a-secret-path` });
}
