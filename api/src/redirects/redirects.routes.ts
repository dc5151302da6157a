import { publicRedirect, publicRedirectQuery } from '@longhand/contract/redirect-list';
import { normalRedirectPath } from '@longhand/contract/redirects';
import { type ResponseCache, sendCached } from '@longhand/response-cache';
import { failures, JSON_HEADERS, type Routes } from '../http/responses.ts';
import type { RedirectsService } from './redirects.service.ts';

type Options = { redirects: RedirectsService; cache: ResponseCache };

export const redirectRoutes: Routes<Options> = async (app, { redirects, cache }) => {
  app.route({
    method: 'GET',
    url: '/redirects',
    schema: {
      summary: 'Where an old address leads',
      description:
        'For paths like `/2009/09/05/slug/` and `/?p=1`, and former addresses of posts and pages.',
      querystring: publicRedirectQuery,
      response: { 200: publicRedirect, ...failures(400) },
    },
    handler: async (request, reply) => {
      const path = normalRedirectPath(request.query.path) ?? '';
      const url = `/api/redirects?path=${encodeURIComponent(path)}`;
      const response = await cache.getOrCreate(url, async () => {
        const to = await redirects.findPublic(path);
        return {
          // Otherwise invented paths could fill the cache.
          cacheable: to !== null,
          headers: JSON_HEADERS,
          body: reply.serialize({ to }) as string,
        };
      });
      return sendCached(request, reply, response);
    },
  });
};
