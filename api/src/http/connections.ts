import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from '@longhand/answers';
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

function tellNoRoom(socket: Socket, refusal: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(refusal);
  // What was sent is read, or closing would take the answer away before it is seen.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), READ_WITHIN_MS);
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearTimeout(timer));
}

/** The connections of a server: as many as it may have. */
export function limitConnections(server: Server, most: number, safety: Headers) {
  const open = new Set<Socket>();
  const refusal = rawProblem(NO_ROOM, safety);
  let held: Socket[] | undefined;
  let taken = 0;
  const [handle, ...others] = server.listeners('connection');
  if (!handle || others.length > 0)
    throw new Error('Somebody else takes connections, too, or nobody');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (open.size >= most) {
      tellNoRoom(socket, refusal);
      return;
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
