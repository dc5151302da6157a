import {
  createContentRevision,
  createResponseCache,
  type ResponseCache,
} from '@longhand/response-cache';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/tables.ts';
import { readPublicState } from './public-posts.repository.ts';

/** Cached responses are valid for one content revision. */
export function createPublicCache(db: Database, log: FastifyBaseLogger): ResponseCache {
  const revision = createContentRevision(
    async () => (await readPublicState(db)).revision,
    (err) => log.warn({ err }, 'could not check whether posts have changed'),
  );
  return createResponseCache({ revision });
}
