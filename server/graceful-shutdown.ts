import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { startDraining } from '@longhand/response-cache';
import type { BuiltServer } from './build-server.ts';

/** How long requests may take to finish once the server is told to stop. */
export const CLOSE_WITHIN_MS = 10_000;

const LOOK_EVERY_MS = 10;
/** A second, and up to three where the machine is so busy that nobody gets a turn. */
const DRAIN_LOOKS = 100;
const MOST_DRAIN_MS = 3_000;
/** Nobody has connected for so many looks in a row. */
const QUIET_LOOKS = 5;
const MOST_PAUSE_MS = 1_000;
/** A connection that was opened in advance may still be used; not for ever. */
const UNUSED_MS = 1_000;

async function untilDrained({ connections }: BuiltServer['http']): Promise<void> {
  const end = performance.now() + MOST_DRAIN_MS;
  for (let n = 0; n < DRAIN_LOOKS && connections.size > 0 && performance.now() < end; n += 1)
    await wait(LOOK_EVERY_MS);
}

async function untilNoNewConnections({ app }: BuiltServer): Promise<void> {
  let quiet = 0;
  app.server.on('connection', () => {
    quiet = 0;
  });
  const end = performance.now() + MOST_PAUSE_MS;
  for (; quiet < QUIET_LOOKS && performance.now() < end; quiet += 1) await wait(LOOK_EVERY_MS);
}

/**
 * Stops without dropping a request. While it drains, it is not ready, every response closes its
 * connection, and new ones are still accepted: load balancers and clients have time to go elsewhere.
 * Then requests wait until nobody listens any more: whoever got a response would connect again, and
 * a connection that is not accepted yet when listening ends is reset. Workers wait for each other.
 */
export async function shutDown(
  built: BuiltServer,
  untilAllStoppedListening: () => Promise<void> = async () => {},
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
  }, UNUSED_MS);
  await closed.finally(() => clearTimeout(timer));
}
