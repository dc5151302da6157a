import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/tables.ts';

/** What nearly every service works with; each picks what it needs. */
export type Context = {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
};
