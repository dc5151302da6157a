import { listedPage, publicPage } from '@longhand/contract/pages';
import { storableText } from '@longhand/contract/text';
import { type ResponseCache, sendCached } from '@longhand/response-cache';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { JSON_HEADERS } from '../http/json-headers.ts';
import { sendMoved } from '../http/moved.ts';
import { ProblemError } from '../http/problem.ts';
import { failures } from '../http/responses.ts';
import type { SiteService } from '../site/site.service.ts';
import type { PagesService } from './pages.service.ts';

type Options = {
  pages: PagesService;
  cache: ResponseCache;
  site: Pick<SiteService, 'readLanguage'>;
};

export const publicPageRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { pages, cache, site },
) => {
  app.get(
    '/pages',
    {
      schema: {
        tags: ['Public'],
        summary: 'All pages, in their order',
        description: 'Also those that are neither in the header nor in the footer.',
        response: { 200: z.array(listedPage) },
      },
    },
    async (request, reply) => {
      const response = await cache.getOrCreate('/api/pages', async () => ({
        cacheable: true,
        headers: JSON_HEADERS,
        body: reply.serialize(await pages.listPublic()) as string,
      }));
      return sendCached(request, reply, response);
    },
  );

  app.get(
    '/pages/:slug',
    {
      schema: {
        tags: ['Public'],
        summary: 'One page',
        description: 'A former address of a page responds with 301.',
        params: z.object({ slug: storableText }),
        response: {
          200: publicPage,
          301: z.null().describe('The page has moved'),
          ...failures(400, 404),
        },
      },
    },
    async (request, reply) => {
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
      throw new ProblemError('not-found', "The page you're looking for doesn't exist.");
    },
  );
};
