import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { addressKey } from '../http/address-key.ts';
import { tooManyRequests } from '../http/problem.ts';
import { bearerToken, tokenHash } from '../http/session.ts';
import { addToCounts, deleteCountsBefore } from './write-counts.repository.ts';

const WINDOW_MS = 60_000;
/** A process reserves 1/60 of a limit at a time, so that not every request writes a count. */
const BATCHES = 60;

type WriteLimits = { readonly writes: number; readonly uploads: number };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Uploads have an additional, lower limit. */
    isUpload?: boolean;
    isExemptFromWriteLimit?: boolean;
  }
}

type Window = {
  readonly start: number;
  /** What this process has reserved and not used. 0 means that the limit is reached. */
  readonly reserved: Map<string, number>;
  reserving: Promise<void> | undefined;
};

function createWindow(start: number): Window {
  return { start, reserved: new Map(), reserving: undefined };
}

/**
 * Stops runaway scripts and stolen sessions; a person does not reach the limit. The counts are in the database, so that
 * it holds across processes.
 */
export function createWriteLimit(db: Database, clock: Clock, limits: WriteLimits) {
  let current = createWindow(0);

  const windowStart = () => Math.floor(clock().getTime() / WINDOW_MS) * WINDOW_MS;

  function limitsOf(request: FastifyRequest): ReadonlyMap<string, number> {
    const keys = [
      `session ${tokenHash(bearerToken(request) ?? '')}`,
      `address ${addressKey(request.ip)}`,
    ];
    const writeLimits = keys.map((key) => [key, limits.writes] as const);
    const { isUpload } = request.routeOptions.config;
    const uploadLimits = keys.map((key) => [`upload ${key}`, limits.uploads] as const);
    return new Map([...writeLimits, ...(isUpload ? uploadLimits : [])]);
  }

  async function reserve(
    { start, reserved }: Window,
    limitOf: ReadonlyMap<string, number>,
    missing: readonly string[],
  ): Promise<void> {
    const batch = (key: string) => Math.ceil((limitOf.get(key) ?? 0) / BATCHES);
    const additions = missing.map((key) => ({ key, count: batch(key) }));
    const counts = await addToCounts(db, additions, new Date(start).toISOString());
    for (const { key, count } of counts) {
      const before = count - batch(key);
      const granted = Math.min(batch(key), (limitOf.get(key) ?? 0) - before);
      reserved.set(key, Math.max(0, granted));
    }
  }

  /** Consumes all or none, so that a refused upload does not count as a write. */
  function consume({ reserved }: Window, keys: readonly string[]): boolean {
    if (!keys.every((key) => reserved.get(key))) return false;
    for (const key of keys) {
      const remaining = reserved.get(key) ?? 0;
      if (remaining === 1) reserved.delete(key);
      else reserved.set(key, remaining - 1);
    }
    return true;
  }

  /** Other requests consume what is reserved in the meantime, so it is checked again after each wait. */
  async function admit(window: Window, limitOf: ReadonlyMap<string, number>): Promise<boolean> {
    const keys = [...limitOf.keys()];
    for (;;) {
      const missing = keys.filter((key) => !window.reserved.has(key));
      if (missing.length === 0) return consume(window, keys);
      // One at a time: many at once would take a large part of the limit from the other processes.
      window.reserving ??= reserve(window, limitOf, missing).finally(() => {
        window.reserving = undefined;
      });
      await window.reserving;
    }
  }

  return {
    /** Runs after authentication and before the body is read. */
    async enforce(request: FastifyRequest): Promise<void> {
      if (request.method === 'GET' || request.method === 'HEAD') return;
      if (request.routeOptions.config.isExemptFromWriteLimit) return;
      const start = windowStart();
      if (start !== current.start) current = createWindow(start);
      if (!(await admit(current, limitsOf(request))))
        throw tooManyRequests(
          'Too many changes in a short time.',
          start + WINDOW_MS - clock().getTime(),
        );
    },

    deleteExpired: () => deleteCountsBefore(db, new Date(windowStart()).toISOString()),
  };
}
