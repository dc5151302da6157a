import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { sendRequest } from '../test-support/http-client.ts';

export type RequestResult = {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: number;
  readonly failure?: string;
};

const TIMEOUT_MS = 30_000;

/** With keep-alive connections. An error is a result, too. */
export function createClient(site: string) {
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' });

  async function send(path: string, headers: Record<string, string> = {}): Promise<RequestResult> {
    const begin = performance.now();
    const finish = (result: Omit<RequestResult, 'ms'>) => ({
      ...result,
      ms: performance.now() - begin,
    });
    const target = urlToHttpOptions(new URL(site + path));
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return sendRequest({ ...target, agent, headers, signal }, undefined).then(
      (response) =>
        finish({
          status: response.status,
          retryAfter: Number(response.headers['retry-after'] ?? 0),
        }),
      (error) => finish({ status: 0, retryAfter: 0, failure: String(error) }),
    );
  }

  return { send, stop: () => agent.destroy() };
}

/** Connections that send something once, and then do very little every second. */
export async function openSlowClients(
  port: number,
  number: number,
  first: (n: number) => string,
  everySecond: (socket: Socket, n: number) => void,
) {
  const sockets: Socket[] = [];
  for (let n = 0; n < number; n += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    await once(socket, 'connect');
    socket.write(first(n));
    sockets.push(socket);
  }
  const timer = setInterval(() => sockets.forEach(everySecond), 1_000);
  return {
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Refused: the connection could not be opened, so nothing was sent. */
export type End = 'answered' | 'refused' | 'dropped';

export type Outcome = { end: End; status: number; why: string; connection?: Socket };

/** Undefined while the response is incomplete. */
function parseResponse(received: string): { status: number; isKeepAlive: boolean } | undefined {
  const head = received.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const headers = received.slice(0, head);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
  if (received.length < head + 4 + length) return undefined;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1]);
  return { status, isKeepAlive: !/\r\nconnection: close/i.test(headers) };
}

function connectTo(port: number): Promise<Socket | Error> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', resolve);
  });
}

/**
 * On the open connection, if there is one. Every request without a complete response counts as
 * dropped, also when the server closed the connection before it arrived.
 */
export async function sendOnce(port: number, request: string, open?: Socket): Promise<Outcome> {
  const isReused = open !== undefined && !open.destroyed && open.writable;
  const socket = isReused ? open : await connectTo(port);
  if (socket instanceof Error) return { end: 'refused', status: 0, why: socket.message };
  return new Promise((resolve) => {
    let received = '';
    const finish = (outcome: Outcome) => {
      socket.removeAllListeners();
      socket.on('error', () => {});
      if (!outcome.connection) socket.destroy();
      resolve(outcome);
    };
    const kind = isReused ? 'a reused connection' : 'a new connection';
    const drop = (why: string) =>
      finish({
        end: 'dropped',
        status: 0,
        why: `${why} on ${kind}, after ${received.length} bytes`,
      });
    socket.on('data', (chunk: string) => {
      received += chunk;
      const response = parseResponse(received);
      if (!response) return;
      const { status, isKeepAlive } = response;
      finish({ end: 'answered', status, why: '', ...(isKeepAlive && { connection: socket }) });
    });
    socket.once('error', (error) => drop(error.message));
    socket.once('close', () => drop('closed'));
    socket.write(request);
  });
}
