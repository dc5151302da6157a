import type { Post } from '@longhand/contract/posts';
import type { FastifyPluginAsync } from 'fastify';
import { createApiClient, type Transport } from '../../app/lib/api-client.ts';
import { FEED_KINDS, FEEDS, feedPath } from '../../app/lib/feeds.ts';
import type { Site } from '../../app/lib/site.ts';
import { createConditional } from './conditional.ts';

type Options = { site: Site; fetchApi: Transport };

const NOTHING = 'There is nothing here.\n';
const EXAMPLE_CONTACT = /@example\.(com|org|net)$/;
const YEAR_MS = 365 * 86_400_000;

function robotsTxt(site: Site): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /login\n\nSitemap: ${site.url}/sitemap.xml\n`;
}

/** Valid for a year from the day on which it is asked for: whoever answers is there. */
function securityTxt(site: Site, now: Date): string {
  const expires = new Date(now.getTime() + YEAR_MS).toISOString().replace(/T.*/, 'T00:00:00Z');
  return [
    `Contact: mailto:${site.contactEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${site.url}/.well-known/security.txt`,
    '',
  ].join('\n');
}

function manifest(site: Site) {
  return {
    name: site.name,
    short_name: site.name,
    description: site.description,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fbf8f2',
    theme_color: '#fbf8f2',
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
}

/** What search engines, feed readers and browsers look for beside the pages. */
export const discovery: FastifyPluginAsync<Options> = async (app, { site, fetchApi }) => {
  const api = createApiClient(fetchApi);
  const answer = createConditional();
  const latest = (posts: readonly Post[]) =>
    new Date(Math.max(0, ...posts.map((post) => Date.parse(post.updated_at))));

  for (const kind of FEED_KINDS) {
    app.get<{ Querystring: { tag?: string | string[] } }>(
      FEEDS[kind].path,
      async (request, reply) => {
        const { makeFeed } = await import('./feeds.ts');
        const asked = [request.query.tag ?? []].flat()[0] ?? null;
        const feed = makeFeed(kind, site, await api.listPosts(), asked || null);
        if (!feed) return reply.code(404).type('text/plain; charset=utf-8').send(NOTHING);
        return answer(request, reply, { ...feed, path: feedPath(kind, asked) });
      },
    );
  }

  const sendMap = { type: 'application/xml' };
  app.get('/sitemap.xml', async (request, reply) => {
    const { makeSitemap } = await import('./sitemap.ts');
    const posts = await api.listPosts();
    const body = await makeSitemap(site, posts);
    return answer(request, reply, {
      ...sendMap,
      path: '/sitemap.xml',
      body,
      changed: latest(posts),
    });
  });
  app.get<{ Params: { part: string } }>(
    '/sitemap-:part(^[1-9]\\d{0,4}).xml',
    async (request, reply) => {
      const { makeSitemapPart } = await import('./sitemap.ts');
      const posts = await api.listPosts();
      const body = await makeSitemapPart(site, posts, Number(request.params.part));
      if (body === undefined)
        return reply.code(404).type('text/plain; charset=utf-8').send(NOTHING);
      const path = `/sitemap-${request.params.part}.xml`;
      return answer(request, reply, { ...sendMap, path, body, changed: latest(posts) });
    },
  );

  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsTxt(site)),
  );
  app.get('/.well-known/security.txt', (_request, reply) => {
    reply.type('text/plain; charset=utf-8');
    // Nobody reads the mail of an example.
    if (EXAMPLE_CONTACT.test(site.contactEmail)) return reply.code(404).send(NOTHING);
    return reply.send(securityTxt(site, new Date()));
  });
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json; charset=utf-8').send(JSON.stringify(manifest(site))),
  );
};
