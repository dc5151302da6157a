import { linkTarget, linkTargetQuery } from '@longhand/contract/link-targets';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { BEARER, failures } from '../http/responses.ts';
import { findLinkTargets } from './link-targets.repository.ts';

type Options = { db: Database };

/** Registered behind the session. */
export const linkTargetRoutes: FastifyPluginAsyncZod<Options> = async (app, { db }) => {
  app.get(
    '/link-targets',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Which posts some addresses lead to, drafts too',
        description: 'Addresses that lead to no post are omitted.',
        security: BEARER,
        querystring: linkTargetQuery,
        response: { 200: z.array(linkTarget), ...failures(400, 401) },
      },
    },
    ({ query: { slugs } }) => findLinkTargets(db, slugs),
  );
};
