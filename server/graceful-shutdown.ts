import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { isUploading, startDraining } from '@longhand/response-cache';
import type { BuiltServer } from './build-server.ts';

/** After so long, only uploads are waited for: a picture is prepared within 55 seconds. */
const REQUESTS_TIMEOUT_MS = 10_000;
export const SHUTDOWN_TIMEOUT_MS = 65_000;

const POLL_MS = 10;
/** One second; up to three on a busy machine, where timers are late. */
const DRAIN_POLLS = 100;
const MAX_DRAIN_MS = 3_000;
/** So many polls in a row without a new connection. */
const IDLE_POLLS = 20;
const MAX_IDLE_WAIT_MS = 3_000;
/** For what is left when all requests have ended. */
const CLOSE_TIMEOUT_MS = 5_000;
/** Browsers open connections in advance: one that sends nothing for so long is closed. */
const UNUSED_CONNECTION_MS = 1_000;

async function untilDrained({ connections }: BuiltServer['http']): Promise<void> {
  const end = performance.now() + MAX_DRAIN_MS;
  for (let n = 0; n < DRAIN_POLLS && connections.size > 0 && performance.now() < end; n += 1)
    await wait(POLL_MS);
}

async function untilNoNewConnections({ app }: BuiltServer): Promise<void> {
  let idle = 0;
  app.server.on('connection', () => {
    idle = 0;
  });
  const end = performance.now() + MAX_IDLE_WAIT_MS;
  for (; idle < IDLE_POLLS && performance.now() < end; idle += 1) await wait(POLL_MS);
}

/** Closes every connection but those of uploads; returns how many these are. */
function endSlowRequests({ connections }: BuiltServer['http']): number {
  const others = [...connections].filter((socket) => !isUploading(socket));
  for (const socket of others) socket.destroy();
  return connections.size - others.length;
}

async function untilTimeout({ http }: BuiltServer, signal: AbortSignal): Promise<never> {
  await wait(REQUESTS_TIMEOUT_MS, undefined, { signal });
  while (endSlowRequests(http) > 0) await wait(POLL_MS, undefined, { signal });
  await wait(CLOSE_TIMEOUT_MS, undefined, { signal });
  throw new Error('the requests have ended, but something else goes on');
}

/**
 * Stops without dropping a request. While draining, the server is not ready, every response closes
 * its connection, and new connections are still accepted, so that load balancers can react. Then
 * requests are paused until all workers have stopped listening. Why: a client that got a response
 * would connect again, and a connection that is not accepted when listening ends is reset.
 */
async function close(
  built: BuiltServer,
  untilAllStoppedListening: () => Promise<void>,
): Promise<void> {
  const { app, http } = built;
  startDraining(app.server);
  await untilDrained(http);
  if (http.connections.size > 0) {
    http.pause();
    await untilNoNewConnections(built);
  }
  const closed = app.close();
  while (app.server.listening) await nextTurn();
  await untilAllStoppedListening();
  http.resume();
  const timer = setTimeout(() => {
    for (const socket of http.connections) if (socket.bytesRead === 0) socket.destroy();
  }, UNUSED_CONNECTION_MS);
  await closed.finally(() => clearTimeout(timer));
}

/** Other requests than uploads have ten seconds. */
export async function shutDown(
  built: BuiltServer,
  untilAllStoppedListening: () => Promise<void> = async () => {},
): Promise<void> {
  const finished = new AbortController();
  try {
    const closed = close(built, untilAllStoppedListening);
    await Promise.race([closed, untilTimeout(built, finished.signal)]);
  } finally {
    finished.abort();
  }
}
