import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { addressKey } from '../http/address-key.ts';
import { bearerToken } from '../http/session.ts';
import { tokenHash } from '../http/token-hash.ts';
import { tooManyRequests } from '../http/too-many-requests.ts';
import { addToCounts, deleteCountsBefore } from './write-counts.repository.ts';

const WINDOW_MS = 60_000;
/** A process reserves 1/60 of a limit at a time, so that not every request writes a count. */
const BATCHES = 60;

type WriteLimits = { readonly writes: number; readonly uploads: number };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Has an additional, lower limit. */
    isUpload?: boolean;
    isExemptFromWriteLimit?: boolean;
  }
}

/**
 * Against runaway scripts and stolen sessions: a person does not reach it. The counts are in the
 * database, so that the limit holds across processes.
 */
export function createWriteLimit(db: Database, clock: Clock, limits: WriteLimits) {
  /** What this process has reserved and not used; 0 means that the limit is reached. */
  let reserved = new Map<string, number>();
  let reservedWindow = 0;

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

  async function reserve(limitOf: ReadonlyMap<string, number>, start: number): Promise<void> {
    const batch = (key: string) => Math.ceil((limitOf.get(key) ?? 0) / BATCHES);
    const missing = [...limitOf.keys()].filter((key) => !reserved.has(key));
    if (missing.length === 0) return;
    const additions = missing.map((key) => ({ key, count: batch(key) }));
    const counts = await addToCounts(db, additions, new Date(start).toISOString());
    for (const { key, count } of counts) {
      const before = count - batch(key);
      const granted = Math.min(batch(key), (limitOf.get(key) ?? 0) - before);
      reserved.set(key, (reserved.get(key) ?? 0) + Math.max(0, granted));
    }
  }

  function consume(key: string): boolean {
    const remaining = reserved.get(key) ?? 0;
    if (remaining === 1) reserved.delete(key);
    else if (remaining > 1) reserved.set(key, remaining - 1);
    return remaining > 0;
  }

  return {
    /** Runs after authentication and before the body is read. */
    async enforce(request: FastifyRequest): Promise<void> {
      if (request.method === 'GET' || request.method === 'HEAD') return;
      if (request.routeOptions.config.isExemptFromWriteLimit) return;
      const start = windowStart();
      if (start !== reservedWindow) {
        reserved = new Map();
        reservedWindow = start;
      }
      const limitOf = limitsOf(request);
      await reserve(limitOf, start);
      const isAllowed = [...limitOf.keys()].map(consume).every(Boolean);
      if (!isAllowed)
        throw tooManyRequests(
          'Too many changes in a short time.',
          start + WINDOW_MS - clock().getTime(),
        );
    },

    deleteExpired: () => deleteCountsBefore(db, new Date(windowStart()).toISOString()),
  };
}
