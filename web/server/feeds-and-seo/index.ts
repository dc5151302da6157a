import cluster from 'node:cluster';
import { isPossibleQuery, PAGE_SIZES } from '@longhand/contract/posts/post-query';
import {
  type CachedResponse,
  CROSS_ORIGIN_HEADERS,
  hashOf,
  type ResponseCache,
  type ResponseContent,
  sendCached,
} from '@longhand/response-cache';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import {
  type ApiClient,
  ApiError,
  createApiClient,
  type Transport,
} from '../../app/lib/api-client.ts';
import { FEED_KINDS, FEEDS, feedPath } from '../../app/reader/site/feeds.ts';
import type { Site } from '../../app/reader/site/site.ts';
import type { SiteReader } from '../../app/reader/site/site-reader.ts';
import { allWordsOf } from '../../app/reader/site/words-file.server.ts';
import { readCurrentSite } from '../current-site.ts';
import { type AddressOf, createFetchCounter } from './count-fetches.ts';
import { createLastModified, type Document, latestChange } from './last-modified.ts';
import type { SiteContent } from './sitemap.ts';
import { manifest, robotsTxt, securityTxt } from './texts.ts';

type Options = {
  site: SiteReader;
  fetchApi: Transport;
  cache: ResponseCache;
  addressOf: AddressOf;
};

const HEADERS = { ...CROSS_ORIGIN_HEADERS, 'cache-control': 'no-cache' };

function sitemapDocument(path: string, { posts }: SiteContent, body: string): Document {
  return { path, body, type: 'application/xml', changed: latestChange(posts) };
}

function isApiUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500;
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  // fetch throws this, also in the middle of a body, with the failure of the connection as the cause.
  return error instanceof TypeError && error.cause instanceof Error;
}

export const feedsAndSeo: FastifyPluginAsync<Options> = async (app, options) => {
  const { site, fetchApi, cache, addressOf } = options;
  const { hosts } = site;
  const countFetches = createFetchCounter(fetchApi, addressOf);
  const lastModified = createLastModified();
  const textOf = (key: 'feed.not-found' | 'feed.unavailable') =>
    `${allWordsOf(site.lastKnown())[key]}\n`;

  app.setErrorHandler((error, request, reply) => {
    if (!isApiUnavailable(error)) throw error;
    request.log.warn({ err: error }, 'the posts could not be read');
    return reply
      .code(503)
      .headers(HEADERS)
      .type('text/plain; charset=utf-8')
      .send(textOf('feed.unavailable'));
  });

  function apiFor({ id }: FastifyRequest): ApiClient {
    return createApiClient((path) => fetchApi(path, id));
  }

  async function toResponse(
    path: string,
    document: Document | undefined,
  ): Promise<ResponseContent> {
    if (!document) {
      const headers = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' };
      return { status: 404, cacheable: false, headers, body: textOf('feed.not-found') };
    }
    const { type, changed } = document;
    const body = Buffer.from(document.body);
    return {
      // A feed is cached only under its canonical path: a topic can be requested in many spellings.
      cacheable: document.path === path,
      headers: {
        ...HEADERS,
        'content-type': `${type}; charset=utf-8`,
        // The times of several workers would differ.
        ...(!cluster.isWorker && {
          'last-modified': lastModified(document.path, await hashOf(body), changed).toUTCString(),
        }),
      },
      body,
    };
  }

  function getDocument(
    path: string,
    create: () => Promise<Document | undefined>,
    onSend?: ResponseContent['onSend'],
  ): Promise<CachedResponse> {
    return cache.getOrCreate(path, async () => {
      const response = await toResponse(path, await create());
      return site.lastKnown().countsViews ? { ...response, onSend } : response;
    });
  }

  for (const kind of FEED_KINDS) {
    app.get<{ Querystring: { tag?: string | string[] } }>(
      FEEDS[kind].path,
      async (request, reply) => {
        const topic = [request.query.tag ?? []].flat()[0] || null;
        const create = async () => {
          // No tag is so long, and the API would refuse the query.
          if (!isPossibleQuery(topic ?? '')) return undefined;
          const { createFeed } = await import('./feeds.ts');
          const api = apiFor(request);
          const tag = topic ?? undefined;
          const [settings, posts] = await Promise.all([
            site.read(api),
            api.listPosts({ limit: PAGE_SIZES.feed, tag }),
          ]);
          return createFeed(kind, settings, posts, topic);
        };
        const { path } = FEEDS[kind];
        const feed = await getDocument(feedPath(kind, topic), create, countFetches(path));
        return sendCached(request, reply, feed);
      },
    );
  }

  const getSitemap = (request: FastifyRequest) =>
    getDocument('/sitemap.xml', async () => {
      const { createSitemap, listAll } = await import('./sitemap.ts');
      const content = await listAll(apiFor(request));
      return sitemapDocument('/sitemap.xml', content, await createSitemap(hosts, content));
    });
  app.get('/sitemap.xml', async (request, reply) =>
    sendCached(request, reply, await getSitemap(request)),
  );

  app.get<{ Params: { part: string } }>(
    '/sitemap-:part(^[1-9]\\d{0,4}).xml',
    async (request, reply) => {
      const path = `/sitemap-${request.params.part}.xml`;
      const part = await getDocument(path, async () => {
        // This is checked first: requests for parts that do not exist must not read all posts.
        const sitemap = await (await getSitemap(request)).encode('identity');
        if (!sitemap.includes(`${hosts.url}${path}<`)) return undefined;
        const { createSitemapPart, listAll } = await import('./sitemap.ts');
        const content = await listAll(apiFor(request));
        const body = await createSitemapPart(hosts, content, Number(request.params.part));
        return body === undefined ? undefined : sitemapDocument(path, content, body);
      });
      return sendCached(request, reply, part);
    },
  );

  /** The text is about the site, and is there without the API, too. */
  function addText(path: string, type: string, write: (settings: Site) => string | undefined) {
    app.get(path, async (request, reply) => {
      const response = await cache.getOrCreate(path, async () => {
        const { settings, isCurrent } = await readCurrentSite(site, fetchApi, request);
        const body = write(settings);
        const document = body === undefined ? undefined : { path, body, type, changed: 0 };
        const content = await toResponse(path, document);
        return isCurrent ? content : { ...content, cacheable: false };
      });
      return sendCached(request, reply, response);
    });
  }

  app.get('/robots.txt', (_request, reply) =>
    reply.headers(HEADERS).type('text/plain; charset=utf-8').send(robotsTxt(hosts)),
  );
  addText('/.well-known/security.txt', 'text/plain', (settings) =>
    securityTxt(settings, new Date()),
  );
  addText('/manifest.webmanifest', 'application/manifest+json', manifest);
};
