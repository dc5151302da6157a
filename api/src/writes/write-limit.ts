import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { addressKey } from '../http/address-key.ts';
import { ProblemError } from '../http/problem.ts';
import { bearerToken } from '../http/session.ts';
import { tokenHash } from '../http/token-hash.ts';
import * as counts from './write-counts.repository.ts';

const WINDOW_MS = 60_000;

export type WriteLimits = { readonly writes: number; readonly uploads: number };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Costs more than other writes, and has a limit of its own. */
    isUpload?: boolean;
  }
}

function keysOf(request: FastifyRequest): readonly string[] {
  return [`session ${tokenHash(bearerToken(request) ?? '')}`, `address ${addressKey(request.ip)}`];
}

/**
 * Counts what sessions change, in the database, so that all processes count together. It is no
 * limit for a person: it holds up a program that has run wild, or whoever has stolen a session.
 */
export function createWriteLimit(db: Database, clock: Clock, limits: WriteLimits) {
  const windowStart = () => Math.floor(clock().getTime() / WINDOW_MS) * WINDOW_MS;

  return {
    /** For requests whose session is known to be valid; before their body is read. */
    async refuseIfSpent(request: FastifyRequest): Promise<void> {
      if (request.method === 'GET' || request.method === 'HEAD') return;
      const keys = keysOf(request);
      const limitOf = new Map(keys.map((key) => [key, limits.writes]));
      if (request.routeOptions.config.isUpload)
        for (const key of keys) limitOf.set(`upload ${key}`, limits.uploads);
      const start = windowStart();
      const since = new Date(start).toISOString();
      const counted = await counts.countWrites(db, [...limitOf.keys()], since);
      if ([...counted].every(([key, count]) => count <= (limitOf.get(key) ?? 0))) return;
      const wait = start + WINDOW_MS - clock().getTime();
      const seconds = Math.max(1, Math.ceil(wait / 1_000));
      throw new ProblemError(
        'too-many-requests',
        `That is too much at once. Please try again in ${seconds} seconds.`,
        { headers: { 'retry-after': String(seconds) } },
      );
    },

    async sweep(): Promise<void> {
      await counts.deleteCountsBefore(db, new Date(windowStart()).toISOString());
    },
  };
}

export type WriteLimit = ReturnType<typeof createWriteLimit>;
