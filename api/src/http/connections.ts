import type { Server, Socket } from 'node:net';
import type { Headers } from '@longhand/response-cache';
import { addressKey, networkKey } from './address-key.ts';
import { createCounts } from './counts.ts';
import { ProblemError } from './problem.ts';
import { rawProblem } from './raw-errors.ts';

/** So many more get a 503; beyond them, connections are closed without a response. */
const REFUSED_AT_ONCE = 200;
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
  let refused = 0;
  return function refuse(socket: Socket, refusal: string): void {
    if (refused >= REFUSED_AT_ONCE) {
      socket.destroy();
      return;
    }
    refused += 1;
    socket.on('error', () => socket.destroy());
    socket.end(refusal);
    const timer = setTimeout(() => socket.destroy(), READ_WITHIN_MS);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      refused -= 1;
    });
  };
}

/**
 * Limits the connections of a server, in all and of one address, and returns those that are open.
 * Requests of another connection are read, but not handled: it has got its 503 already.
 */
export function limitConnections(server: Server, limits: Limits): ReadonlySet<Socket> {
  const { most, mostOfOneAddress, isCounted, safety } = limits;
  const open = new Set<Socket>();
  const ofAddress = createCounts();
  const ofNetwork = createCounts();
  // One customer can have hundreds of addresses; nobody else's network is shut out by them.
  const mostOfOneNetwork = Math.max(mostOfOneAddress, Math.ceil(most / 2));
  const refuse = createRefuser();
  const noRoom = rawProblem(NO_ROOM, safety);
  const noRoomForAddress = rawProblem(NO_ROOM_FOR_ADDRESS, safety);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (open.size >= most) return refuse(socket, noRoom);
    const counted = isCounted(remoteAddress) ? (remoteAddress ?? '') : undefined;
    if (counted !== undefined) {
      const [address, network] = [addressKey(counted), networkKey(counted)];
      if (ofAddress.of(address) >= mostOfOneAddress || ofNetwork.of(network) >= mostOfOneNetwork)
        return refuse(socket, noRoomForAddress);
      ofAddress.add(address);
      ofNetwork.add(network);
      socket.once('close', () => {
        ofAddress.remove(address);
        ofNetwork.remove(network);
      });
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.maxConnections = most + REFUSED_AT_ONCE;
  // With several workers: closed by the one that it was dealt to, not dealt out for ever.
  Object.assign(server, { dropMaxConnection: true });

  return open;
}
