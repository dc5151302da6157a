import { isSiteIcon, SITE_ICONS, type SiteIcon } from '@longhand/contract/site/site-icons';
import { siteInfo } from '@longhand/contract/site/site-settings';
import { CSP_ICON, type ResponseCache, sendCached } from '@longhand/response-cache';
import { z } from 'zod';
import { PICTURE_HEADERS } from '../http/headers.ts';
import { notFound } from '../http/problem.ts';
import { cachedJson, failures, type Routes } from '../http/responses.ts';
import type { SiteService } from './site.service.ts';

type Options = { site: SiteService; cache: ResponseCache };

const ICON_TYPES = Object.fromEntries(
  Object.values(SITE_ICONS).map((type) => [type, { schema: z.file() }]),
);

function headersOf(name: SiteIcon) {
  return {
    ...PICTURE_HEADERS,
    'content-security-policy': CSP_ICON,
    'content-type': SITE_ICONS[name],
    'cache-control': 'no-cache',
  };
}

export const siteRoutes: Routes<Options> = async (app, { site, cache }) => {
  app.route({
    method: 'GET',
    url: '/site',
    schema: {
      summary: 'The name, the look and the pages of the site',
      response: { 200: siteInfo },
    },
    handler: cachedJson(cache, '/api/site', site.read),
  });

  app.route({
    method: 'GET',
    url: '/site/icons/:name',
    schema: {
      summary: "A file of the owner's icon",
      description: `One of ${Object.keys(SITE_ICONS).join(', ')}; 404 while the site has the default icon.`,
      params: z.object({ name: z.string() }),
      response: { 200: { description: 'The picture', content: ICON_TYPES }, ...failures(404) },
    },
    handler: async (request, reply) => {
      const { name } = request.params;
      const noSuchIcon = () => notFound('The site has no such icon of its own.');
      if (!isSiteIcon(name)) throw noSuchIcon();
      const response = await cache.getOrCreate(`/api/site/icons/${name}`, async () => {
        const body = await site.findIcon(name);
        if (!body) throw noSuchIcon();
        return { cacheable: true, headers: headersOf(name), body };
      });
      return sendCached(request, reply, response);
    },
  });
};
