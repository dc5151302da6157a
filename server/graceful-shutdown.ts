import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { isUploading, startDraining } from '@longhand/response-cache';
import type { Logger } from 'pino';
import type { BuiltServer } from './build-server.ts';

export const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/**
 * One Ctrl+C arrives twice: from the terminal, and forwarded by npm. A person who presses it again
 * needs longer than this.
 */
const DUPLICATE_WITHIN_MS = 1_000;

type Options = {
  readonly logger: Logger;
  readonly close: () => void;
  readonly beforeExit?: () => void;
};

/** The first signal closes gracefully. A second one, unless it is a duplicate, exits immediately. */
export function onStopSignals({ logger, close, beforeExit }: Options): void {
  let stoppedAt: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      logger.info(`stopping on ${signal}`);
      close();
    } else if (performance.now() - stoppedAt > DUPLICATE_WITHIN_MS) {
      logger.error(`second ${signal}, exiting`);
      beforeExit?.();
      process.exit(1);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, handle);
}

/** After this time, the server waits only for uploads: a picture is prepared within 55 seconds. */
const REQUESTS_TIMEOUT_MS = 10_000;
export const SHUTDOWN_TIMEOUT_MS = 65_000;

const POLL_MS = 10;
/** Takes one second; up to three on a busy machine, where timers are late. */
const DRAIN_POLLS = 100;
const MAX_DRAIN_MS = 3_000;
/** So many polls in a row must find no new connection. */
const IDLE_POLLS = 20;
const MAX_IDLE_WAIT_MS = 3_000;
/** Limits what is left to do when all requests have ended. */
const CLOSE_TIMEOUT_MS = 5_000;
/** Browsers open connections in advance. One that sends nothing for this long is closed. */
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

/** Closes every connection but those of uploads. Returns how many uploads there are. */
function endSlowRequests({ connections }: BuiltServer['http']): number {
  const others = [...connections].filter((socket) => !isUploading(socket));
  for (const socket of others) socket.destroy();
  return connections.size - others.length;
}

async function untilTimeout({ http }: BuiltServer, signal: AbortSignal): Promise<never> {
  await wait(REQUESTS_TIMEOUT_MS, undefined, { signal });
  while (endSlowRequests(http) > 0) await wait(POLL_MS, undefined, { signal });
  await wait(CLOSE_TIMEOUT_MS, undefined, { signal });
  throw new Error('the requests have ended, but something else is still running');
}

/**
 * Stops without dropping a request. While draining, the server is not ready, every response closes its connection, and
 * new connections are still accepted, so that load balancers can react. Then requests are paused until all workers have
 * stopped listening, because a client that got a response would connect again, and a connection that is not accepted
 * when listening ends is reset.
 */
async function close(built: BuiltServer, untilAllStoppedListening: () => Promise<void>) {
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

/** Requests other than uploads have ten seconds. */
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
