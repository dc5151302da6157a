import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startDraining } from '@longhand/response-cache';
import type { BuiltServer } from './build-server.ts';
import { listenerOf, takeLastConnections } from './last-connections.ts';

/**
 * So long everybody who has a connection may go on using it, to be told that it is the last time: a
 * second, and up to three where the machine is so busy that nobody gets a turn; then once more half
 * of it, before those are closed who have said nothing.
 */
const LOOKS = 100;
const LAST_LOOKS = 50;
const LOOK_EVERY_MS = 10;
const MOST_STRETCHED = 3;
/** A connection that was opened in advance may still be used; not for ever. */
const UNUSED_MS = 1_000;

async function untilNobodyIsThere(open: ReadonlySet<Socket>, looks: number): Promise<void> {
  const end = Date.now() + looks * LOOK_EVERY_MS * MOST_STRETCHED;
  for (let n = 0; n < looks && open.size > 0 && Date.now() < end; n += 1) await wait(LOOK_EVERY_MS);
}

/** Every answer ends its connection from now on; new ones are still taken. At once if nobody is there. */
export async function sayGoodbye({ app, connections }: BuiltServer): Promise<void> {
  startDraining(app.server);
  await untilNobodyIsThere(connections.open, LOOKS);
}

/** Nobody listens any more; what is under way is finished. */
export async function closeDoor({ app, connections }: BuiltServer): Promise<void> {
  connections.release();
  await untilNobodyIsThere(connections.open, LAST_LOOKS);
  const timer = setTimeout(() => {
    for (const socket of connections.open) if (socket.bytesRead === 0) socket.destroy();
  }, UNUSED_MS);
  await app.close().finally(() => clearTimeout(timer));
}

/**
 * Stops without dropping a request. Those who come at the very end are taken, but answered only
 * when nobody listens any more: they would come again at once.
 */
export async function stopGently(built: BuiltServer): Promise<void> {
  const { app, connections } = built;
  await sayGoodbye(built);
  if (connections.open.size > 0) {
    connections.hold();
    await takeLastConnections(listenerOf(app.server), connections.taken);
  }
  await closeDoor(built);
}
