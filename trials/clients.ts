import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { sendRequest } from '../test-support/http-client.ts';

export type Answered = {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: number;
  readonly failure?: string;
};

/** Far more than anybody waits: what takes longer was forgotten. */
const GIVE_UP_MS = 30_000;

/** Asks on connections that are kept; a failure is an answer, too. */
export function createAsker(site: string) {
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' });

  async function ask(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    const begin = performance.now();
    const finish = (answer: Omit<Answered, 'ms'>) => ({ ...answer, ms: performance.now() - begin });
    const target = urlToHttpOptions(new URL(site + path));
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    return sendRequest({ ...target, agent, headers, signal }, undefined).then(
      (answer) =>
        finish({ status: answer.status, retryAfter: Number(answer.headers['retry-after'] ?? 0) }),
      (error) => finish({ status: 0, retryAfter: 0, failure: String(error) }),
    );
  }

  return { ask, stop: () => agent.destroy() };
}

/** Connections that send something once, and then do very little, once a second. */
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
    opened: sockets.length,
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** How a request ended. Refused: nobody listened any more, so that it was never sent. */
export type End = 'answered' | 'refused' | 'dropped';

export type Line = { readonly socket: Socket; readonly reused: boolean };

export type Outcome = { end: End; status: number; why: string; line?: Line };

function isComplete(received: string): { status: number; keep: boolean } | undefined {
  const head = received.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const headers = received.slice(0, head);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
  if (received.length < head + 4 + length) return undefined;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1]);
  return { status, keep: !/\r\nconnection: close/i.test(headers) };
}

function open(port: number): Promise<Socket | Error> {
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
 * One request, on a connection that is kept if there is one. Everything that was sent and not
 * answered as a whole is dropped: no excuse for a connection that was closed under it.
 */
export async function askOnce(port: number, request: string, kept?: Line): Promise<Outcome> {
  const isReused = kept !== undefined && !kept.socket.destroyed && kept.socket.writable;
  const socket = isReused ? kept.socket : await open(port);
  if (socket instanceof Error) return { end: 'refused', status: 0, why: socket.message };
  return new Promise((resolve) => {
    let received = '';
    const finish = (outcome: Outcome) => {
      socket.removeAllListeners();
      socket.on('error', () => {});
      if (!outcome.line) socket.destroy();
      resolve(outcome);
    };
    const kind = isReused ? 'a connection that was kept' : 'a new connection';
    const drop = (why: string) =>
      finish({
        end: 'dropped',
        status: 0,
        why: `${why} on ${kind}, after ${received.length} bytes`,
      });
    socket.on('data', (chunk: string) => {
      received += chunk;
      const answer = isComplete(received);
      if (!answer) return;
      const line = answer.keep ? { line: { socket, reused: true } } : {};
      finish({ end: 'answered', status: answer.status, why: '', ...line });
    });
    socket.once('error', (error) => drop(error.message));
    socket.once('close', () => drop('closed'));
    socket.write(request);
  });
}
