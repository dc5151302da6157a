import { createKeptAnswers, createRevision, type KeptAnswers } from '@longhand/answers';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/tables.ts';
import { readPublicState } from './public-state.repository.ts';

/** Answers that are kept for as long as the posts in this database stay as they are. */
export function keepAnswers(db: Database, log: FastifyBaseLogger): KeptAnswers {
  const revision = createRevision(
    async () => (await readPublicState(db)).revision,
    (err) => log.warn({ err }, 'it could not be seen whether posts have changed'),
  );
  return createKeptAnswers({ revision });
}
