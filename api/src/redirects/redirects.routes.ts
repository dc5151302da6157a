import { publicRedirect, publicRedirectQuery } from '@longhand/contract/redirect-list';
import { normalRedirectPath } from '@longhand/contract/redirects';
import { type ResponseCache, sendCached } from '@longhand/response-cache';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { JSON_HEADERS } from '../http/json-headers.ts';
import { ProblemError } from '../http/problem.ts';
import { failures } from '../http/responses.ts';
import type { RedirectsService } from './redirects.service.ts';

type Options = { redirects: RedirectsService; cache: ResponseCache };

export const redirectRoutes: FastifyPluginAsyncZod<Options> = async (app, { redirects, cache }) => {
  app.get(
    '/redirects',
    {
      schema: {
        tags: ['Public'],
        summary: 'Where an old address leads',
        description:
          'For paths that the site does not use itself, like `/2009/09/05/slug/` and `/?p=1`. One that leads to a draft is not found.',
        querystring: publicRedirectQuery,
        response: { 200: publicRedirect, ...failures(400, 404) },
      },
    },
    async (request, reply) => {
      const path = normalRedirectPath(request.query.path) ?? '';
      const response = await cache.getOrCreate(
        `/api/redirects?path=${encodeURIComponent(path)}`,
        async () => {
          const to = await redirects.findPublic(path);
          return {
            status: to === undefined ? 404 : 200,
            cacheable: to !== undefined,
            headers: JSON_HEADERS,
            body: to === undefined ? '' : (reply.serialize({ to }) as string),
          };
        },
      );
      if (response.status === 200) return sendCached(request, reply, response);
      throw new ProblemError('not-found', 'No redirect leads from this address.');
    },
  );
};
