import { tracingChannel } from 'node:diagnostics_channel';
import type { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** What Node has of a listening server besides what it documents. */
export type Listener = {
  readonly listen?: (backlog: number) => number;
  readonly close?: () => void;
  onconnection?: (...args: unknown[]) => unknown;
};
type Listening = Server & { _handle?: Listener | null };

export function listenerOf(server: Server): Listener | undefined {
  return (server as Listening)._handle ?? undefined;
}

/** Where workers listen through the primary, which does not show its listener otherwise. */
export function rememberListener(): () => Listener | undefined {
  let listener: Listener | undefined;
  tracingChannel<unknown, { server: Server }>('net.server.listen').asyncEnd.subscribe((message) => {
    listener = listenerOf((message as { server: Server }).server) ?? listener;
  });
  return () => listener;
}

/** Counts what a listener takes from now on. */
export function countTaken(listener: Listener | undefined): () => number {
  let taken = 0;
  const take = listener?.onconnection;
  if (take)
    listener.onconnection = (...args) => {
      taken += 1;
      return take.apply(listener, args);
    };
  return () => taken;
}

/** Nobody new for so long, and so many looks, means that nobody is left. */
const QUIET_MS = 30;
const QUIET_TURNS = 5;
/** Nobody can have come unnoticed since the machine was asked. */
const SHORT_TURN_MS = 0.5;
const MOST_MS = 4_000;

/**
 * New connections wait in the machine's queue until they are taken, one at a time, and whoever
 * stops listening throws away the queue. So it is made as short as can be: who finds it full tries
 * again a second later, and learns then that nobody listens. Those in it are still taken.
 */
export async function takeLastConnections(
  listener: Listener | undefined,
  taken: () => number,
): Promise<void> {
  listener?.listen?.(0);
  const end = performance.now() + MOST_MS;
  let known = taken();
  let since = performance.now();
  let turns = 0;
  while (performance.now() < end) {
    if (turns >= QUIET_TURNS) await wait(1);
    const begin = performance.now();
    // In between, the machine is asked who has come, and other work may be done.
    await nextTurn();
    const now = performance.now();
    turns += 1;
    if (taken() !== known) {
      known = taken();
      since = now;
      turns = 0;
    }
    const isQuiet = turns > QUIET_TURNS && now - since >= QUIET_MS;
    if (isQuiet && now - begin < SHORT_TURN_MS) break;
  }
  // In this very turn: everything else that closing takes would leave room for one more.
  listener?.close?.();
}
