import { siteInfo } from '@longhand/contract/site-settings';
import { type ResponseCache, sendCached } from '@longhand/response-cache';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { JSON_HEADERS } from '../http/json-headers.ts';
import type { SiteService } from './site.service.ts';

type Options = { site: SiteService; cache: ResponseCache };

export const siteRoutes: FastifyPluginAsyncZod<Options> = async (app, { site, cache }) => {
  app.get(
    '/site',
    {
      schema: {
        tags: ['Public'],
        summary: 'The name, the look and the pages of the site',
        response: { 200: siteInfo },
      },
    },
    async (request, reply) => {
      const response = await cache.getOrCreate('/api/site', async () => ({
        cacheable: true,
        headers: JSON_HEADERS,
        body: reply.serialize(await site.read()) as string,
      }));
      return sendCached(request, reply, response);
    },
  );
};
