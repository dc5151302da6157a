import { page } from '@longhand/contract/pages';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BEARER, failures } from '../http/responses.ts';
import type { PagesService } from './pages.service.ts';

type Options = { pages: PagesService };

/** Registered behind the session. */
export const adminPageRoutes: FastifyPluginAsyncZod<Options> = async (app, { pages }) => {
  app.get(
    '/pages',
    {
      schema: {
        tags: ['Administration'],
        summary: 'All pages, whole, in their order',
        description: 'About and Contact are always among them.',
        security: BEARER,
        response: { 200: z.array(page), ...failures(401) },
      },
    },
    () => pages.list(),
  );
};
