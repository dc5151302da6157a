import { listedPage, publicPage } from '@longhand/contract/pages/pages';
import { storableText } from '@longhand/contract/text/text';
import { type ResponseCache, sendCached } from '@longhand/response-cache';
import { z } from 'zod';
import { notFound } from '../http/problem.ts';
import { cachedJson, failures, type Routes, sendMoved } from '../http/responses.ts';
import type { SiteService } from '../site/site.service.ts';
import type { PagesService } from './pages.service.ts';

type Options = {
  pages: PagesService;
  cache: ResponseCache;
  site: Pick<SiteService, 'readLanguage'>;
};

export const publicPageRoutes: Routes<Options> = async (app, { pages, cache, site }) => {
  app.route({
    method: 'GET',
    url: '/pages',
    schema: {
      summary: 'All pages, in their order',
      description: 'Also those that are neither in the header nor in the footer.',
      response: { 200: z.array(listedPage) },
    },
    handler: cachedJson(cache, '/api/pages', pages.listPublic),
  });

  app.route({
    method: 'GET',
    url: '/pages/:slug',
    schema: {
      summary: 'One page',
      description: 'A former address of a page responds with 301.',
      params: z.object({ slug: storableText }),
      response: {
        200: publicPage,
        301: z.null().describe('The page has moved'),
        ...failures(400, 404),
      },
    },
    handler: async (request, reply) => {
      const { slug } = request.params;
      const url = `/api/pages/${encodeURIComponent(slug)}`;
      const response = await cache.getOrCreate(url, async () => {
        const page = await pages.findPublic(slug);
        const { headers, label } = await site.readLanguage();
        return {
          status: page ? 200 : 404,
          cacheable: page !== undefined,
          headers,
          body: page ? (reply.serialize({ ...page, content: label(page.content) }) as string) : '',
        };
      });
      if (response.status === 200) return sendCached(request, reply, response);
      const movedTo = await pages.findMovedSlug(slug);
      if (movedTo !== undefined) return sendMoved(reply, `/api/pages/${movedTo}`);
      throw notFound("The page you're looking for doesn't exist.");
    },
  });
};
