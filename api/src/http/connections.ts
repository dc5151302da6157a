import type { Server, Socket } from 'node:net';
import { type Headers, RETRY_AFTER_SECONDS } from '@longhand/response-cache';
import { addressKey, networkKey } from './address-key.ts';
import { createCounts } from './counts.ts';
import { rawProblem } from './errors.ts';
import { ProblemError } from './problem.ts';

/** So many connections above the limit get a 503 at the same time; any more are closed without a response. */
const MAX_REFUSALS = 200;
const REFUSAL_TIMEOUT_MS = 1_000;

function tooMany(connections: string): ProblemError {
  const detail = `Too many connections are ${connections}. Please try again in a moment.`;
  return new ProblemError('unavailable', detail, { retryAfter: RETRY_AFTER_SECONDS });
}

const REFUSED = tooMany('open');

type Limits = {
  readonly max: number;
  readonly maxPerAddress: number;
  /** False for a proxy, which many people share: `maxPerAddress` does not apply to it. */
  readonly isLimited: (address: string | undefined) => boolean;
  readonly defaultHeaders: Headers;
  /** Called without a status if the connection was closed without a response. */
  readonly onRefused?: (status?: number) => void;
};

function createRefusals(onRefused: Limits['onRefused']) {
  let refused = 0;
  return function refuse(socket: Socket, response: string): void {
    if (refused >= MAX_REFUSALS) {
      socket.destroy();
      onRefused?.();
      return;
    }
    refused += 1;
    onRefused?.(REFUSED.status);
    socket.on('error', () => socket.destroy());
    socket.end(response);
    const timer = setTimeout(() => socket.destroy(), REFUSAL_TIMEOUT_MS);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      refused -= 1;
    });
  };
}

/**
 * Limits the connections of a server, in total and per address, and returns the open ones. The
 * caller must not handle requests of any other connection: those have got their 503 already.
 */
export function limitConnections(server: Server, limits: Limits): ReadonlySet<Socket> {
  const { max, maxPerAddress, isLimited, defaultHeaders, onRefused } = limits;
  const open = new Set<Socket>();
  const byAddress = createCounts();
  const byNetwork = createCounts();
  // One customer can have hundreds of addresses, and must not use up all connections.
  const maxPerNetwork = Math.max(maxPerAddress, Math.ceil(max / 2));
  const refuse = createRefusals(onRefused);
  const limitResponse = rawProblem(REFUSED, defaultHeaders);
  const addressLimitResponse = rawProblem(tooMany('open from your address'), defaultHeaders);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (open.size >= max) return refuse(socket, limitResponse);
    const limited = isLimited(remoteAddress) ? (remoteAddress ?? '') : undefined;
    if (limited !== undefined) {
      const [address, network] = [addressKey(limited), networkKey(limited)];
      if (byAddress.of(address) >= maxPerAddress || byNetwork.of(network) >= maxPerNetwork)
        return refuse(socket, addressLimitResponse);
      byAddress.add(address);
      byNetwork.add(network);
      socket.once('close', () => {
        byAddress.remove(address);
        byNetwork.remove(network);
      });
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.maxConnections = max + MAX_REFUSALS;
  server.on('drop', () => onRefused?.());
  // In a cluster, this makes the worker close the connection instead of handing it back to the primary.
  Object.assign(server, { dropMaxConnection: true });

  return open;
}
