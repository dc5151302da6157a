import { tagCount } from '@longhand/contract/tags';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { BEARER, failures } from '../http/responses.ts';
import { countTags } from './tags.repository.ts';

type Options = { db: Database };

/** Registered behind the session. */
export const adminTagRoutes: FastifyPluginAsyncZod<Options> = async (app, { db }) => {
  app.get(
    '/tags',
    {
      schema: {
        tags: ['Administration'],
        summary: 'The tags of all posts, drafts too, the most used first',
        security: BEARER,
        response: { 200: z.array(tagCount), ...failures(401) },
      },
    },
    () => countTags(db),
  );
};
