import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from '@longhand/response-cache';
import { addressKey, networkKey } from './address-key.ts';
import { createCounts } from './counts.ts';
import { ProblemError } from './problem.ts';
import { rawProblem } from './raw-errors.ts';

/** So many more are told that there is no room; beyond them, connections are closed unheard. */
const TOLD_AT_ONCE = 200;
const READ_WITHIN_MS = 1_000;

const NO_ROOM = new ProblemError(
  'unavailable',
  'Too many connections are open. Please try again in a moment.',
  { retryAfter: 5 },
);
const NO_ROOM_FOR_ADDRESS = new ProblemError(
  'unavailable',
  'Too many connections are open from your address. Please try again in a moment.',
  { retryAfter: 5 },
);

type Limits = {
  readonly most: number;
  readonly mostOfOneAddress: number;
  /** Whether all that comes from an address is of one person. */
  readonly isCounted: (address: string | undefined) => boolean;
  readonly safety: Headers;
};

function createRefuser() {
  let told = 0;
  return function tellNoRoom(socket: Socket, refusal: string): void {
    if (told >= TOLD_AT_ONCE) {
      socket.destroy();
      return;
    }
    told += 1;
    socket.on('error', () => socket.destroy());
    socket.end(refusal);
    // What was sent is read, or closing would take the answer away before it is seen.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), READ_WITHIN_MS);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      told -= 1;
    });
  };
}

/** The connections of a server: as many as it may have, and as many as one address may. */
export function limitConnections(server: Server, limits: Limits) {
  const { most, mostOfOneAddress, isCounted, safety } = limits;
  const open = new Set<Socket>();
  const ofAddress = createCounts();
  const ofNetwork = createCounts();
  // One customer can have hundreds of addresses; nobody else's network is shut out by them.
  const mostOfOneNetwork = Math.max(mostOfOneAddress, Math.ceil(most / 2));
  const tellNoRoom = createRefuser();
  const noRoom = rawProblem(NO_ROOM, safety);
  const noRoomForAddress = rawProblem(NO_ROOM_FOR_ADDRESS, safety);
  let held: Socket[] | undefined;
  let taken = 0;
  const [handle, ...others] = server.listeners('connection');
  if (!handle || others.length > 0)
    throw new Error('Somebody else takes connections, too, or nobody');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (open.size >= most) return tellNoRoom(socket, noRoom);
    const counted = isCounted(remoteAddress) ? (remoteAddress ?? '') : undefined;
    if (counted !== undefined) {
      const [address, network] = [addressKey(counted), networkKey(counted)];
      if (ofAddress.of(address) >= mostOfOneAddress || ofNetwork.of(network) >= mostOfOneNetwork)
        return tellNoRoom(socket, noRoomForAddress);
      ofAddress.add(address);
      ofNetwork.add(network);
      socket.once('close', () => {
        ofAddress.remove(address);
        ofNetwork.remove(network);
      });
    }
    taken += 1;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (held) held.push(socket);
    else handle.call(server, socket);
  });
  server.maxConnections = most + TOLD_AT_ONCE;
  // With several workers: closed by the one that it was dealt to, not dealt out for ever.
  Object.assign(server, { dropMaxConnection: true });

  return {
    open: open as ReadonlySet<Socket>,
    /** How many were taken until now. */
    taken: () => taken,
    /** New ones are taken, but what they ask for is not looked at yet. */
    hold(): void {
      held ??= [];
    },
    release(): void {
      const all = held ?? [];
      held = undefined;
      for (const socket of all) handle.call(server, socket);
    },
  };
}

export type Connections = ReturnType<typeof limitConnections>;
