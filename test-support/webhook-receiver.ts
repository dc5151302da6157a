import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type ReceivedWebhook = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

const accept: RequestListener = (_request, response) => void response.writeHead(204).end();

/** A receiver on this machine that keeps what it gets, and answers as the test says. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  const receiver = { answer: accept };
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    received.push({ path: request.url ?? '', headers: request.headers, body });
    receiver.answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  return Object.assign(receiver, {
    ...{ port, received, close, url: `http://127.0.0.1:${port}/hook` },
    types: () => received.map(({ body }) => JSON.parse(body).type as string),
  });
}
