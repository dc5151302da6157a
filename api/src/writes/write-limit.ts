import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { addressKey } from '../http/address-key.ts';
import { ProblemError } from '../http/problem.ts';
import { bearerToken } from '../http/session.ts';
import { tokenHash } from '../http/token-hash.ts';
import { addToCounts, deleteCountsBefore } from './write-counts.repository.ts';

const WINDOW_MS = 60_000;
/** A process takes a sixtieth of a limit at a time: not each write costs another one to count it. */
const PARTS = 60;

type WriteLimits = { readonly writes: number; readonly uploads: number };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Costs more than other writes, and has a limit of its own. */
    isUpload?: boolean;
    /** Is let through whatever was written before, and does not count. */
    isExemptFromWriteLimit?: boolean;
  }
}

function tooMany(waitMs: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new ProblemError(
    'too-many-requests',
    `That is too much at once. Please try again in ${seconds} seconds.`,
    { retryAfter: seconds },
  );
}

/**
 * Counts what sessions change, in the database, so that all processes count together. It is no
 * limit for a person: it holds up a program that has run wild, or whoever has stolen a session.
 */
export function createWriteLimit(db: Database, clock: Clock, limits: WriteLimits) {
  /** What this process may still let through in this window, without asking again. */
  let left = new Map<string, number>();
  let leftOf = 0;

  const windowStart = () => Math.floor(clock().getTime() / WINDOW_MS) * WINDOW_MS;

  function limitsOf(request: FastifyRequest): ReadonlyMap<string, number> {
    const keys = [
      `session ${tokenHash(bearerToken(request) ?? '')}`,
      `address ${addressKey(request.ip)}`,
    ];
    const ofWrites = keys.map((key) => [key, limits.writes] as const);
    const { isUpload } = request.routeOptions.config;
    const ofUploads = keys.map((key) => [`upload ${key}`, limits.uploads] as const);
    return new Map([...ofWrites, ...(isUpload ? ofUploads : [])]);
  }

  async function takeMore(limitOf: ReadonlyMap<string, number>, start: number): Promise<void> {
    const part = (key: string) => Math.ceil((limitOf.get(key) ?? 0) / PARTS);
    // None left means that there are no more to be had.
    const wanted = [...limitOf.keys()].filter((key) => !left.has(key));
    if (wanted.length === 0) return;
    const additions = wanted.map((key) => ({ key, count: part(key) }));
    const counted = await addToCounts(db, additions, new Date(start).toISOString());
    for (const { key, count } of counted) {
      const before = count - part(key);
      const got = Math.min(part(key), (limitOf.get(key) ?? 0) - before);
      left.set(key, (left.get(key) ?? 0) + Math.max(0, got));
    }
  }

  function use(key: string): boolean {
    const remaining = left.get(key) ?? 0;
    if (remaining === 1) left.delete(key);
    else if (remaining > 1) left.set(key, remaining - 1);
    return remaining > 0;
  }

  return {
    /** For requests whose session is known to be valid; before their body is read. */
    async enforce(request: FastifyRequest): Promise<void> {
      if (request.method === 'GET' || request.method === 'HEAD') return;
      if (request.routeOptions.config.isExemptFromWriteLimit) return;
      const start = windowStart();
      if (start !== leftOf) {
        left = new Map();
        leftOf = start;
      }
      const limitOf = limitsOf(request);
      await takeMore(limitOf, start);
      const isLetThrough = [...limitOf.keys()].map(use).every(Boolean);
      if (!isLetThrough) throw tooMany(start + WINDOW_MS - clock().getTime());
    },

    sweep: () => deleteCountsBefore(db, new Date(windowStart()).toISOString()),
  };
}
