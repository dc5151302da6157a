import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { createApiClient, type Transport } from '../../app/lib/api-client.ts';
import { FEED_KINDS, FEEDS } from '../../app/lib/feeds.ts';
import type { Site } from '../../app/lib/site.ts';
import { createConditional } from './conditional.ts';
import { latestChange } from './latest-change.ts';
import { manifest, robotsTxt, securityTxt } from './texts.ts';

type Options = { site: Site; fetchApi: Transport };

const XML = 'application/xml';

function sendText(reply: FastifyReply, type: string, text: string | undefined): FastifyReply {
  if (text !== undefined) return reply.type(`${type}; charset=utf-8`).send(text);
  return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.\n');
}

/** What search engines, feed readers and browsers look for beside the pages. */
export const discovery: FastifyPluginAsync<Options> = async (app, { site, fetchApi }) => {
  const api = createApiClient(fetchApi);
  const answer = createConditional();

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  });

  for (const kind of FEED_KINDS) {
    app.get<{ Querystring: { tag?: string | string[] } }>(
      FEEDS[kind].path,
      async (request, reply) => {
        const { makeFeed } = await import('./feeds.ts');
        const topic = [request.query.tag ?? []].flat()[0] || null;
        const feed = makeFeed(kind, site, await api.listPosts(), topic);
        return feed ? answer(request, reply, feed) : sendText(reply, '', undefined);
      },
    );
  }

  app.get('/sitemap.xml', async (request, reply) => {
    const { makeSitemap } = await import('./sitemap.ts');
    const posts = await api.listPosts();
    const body = await makeSitemap(site, posts);
    const changed = latestChange(posts);
    return answer(request, reply, { path: '/sitemap.xml', body, type: XML, changed });
  });
  app.get<{ Params: { part: string } }>(
    '/sitemap-:part(^[1-9]\\d{0,4}).xml',
    async (request, reply) => {
      const { makeSitemapPart } = await import('./sitemap.ts');
      const { part } = request.params;
      const posts = await api.listPosts();
      const body = await makeSitemapPart(site, posts, Number(part));
      if (body === undefined) return sendText(reply, '', undefined);
      const changed = latestChange(posts);
      return answer(request, reply, { path: `/sitemap-${part}.xml`, body, type: XML, changed });
    },
  );

  app.get('/robots.txt', (_request, reply) => sendText(reply, 'text/plain', robotsTxt(site)));
  app.get('/.well-known/security.txt', (_request, reply) =>
    sendText(reply, 'text/plain', securityTxt(site, new Date())),
  );
  app.get('/manifest.webmanifest', (_request, reply) =>
    sendText(reply, 'application/manifest+json', manifest(site)),
  );
};
