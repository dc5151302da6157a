import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import { isPossibleQuery, PAGE_SIZES } from '@longhand/contract/post-query';
import type { PublicPostSummary } from '@longhand/contract/posts';
import {
  type CachedResponse,
  CROSS_ORIGIN_HEADERS,
  type ResponseCache,
  type ResponseContent,
  sendCached,
} from '@longhand/response-cache';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ApiClient,
  ApiError,
  createApiClient,
  type Transport,
} from '../../app/lib/api-client.ts';
import { FEED_KINDS, FEEDS, feedPath } from '../../app/lib/feeds.ts';
import type { Site } from '../../app/lib/site.ts';
import { createLastModified, type Document } from './last-modified.ts';
import { latestChange } from './latest-change.ts';
import { listAll } from './list-all.ts';
import { manifest, robotsTxt, securityTxt } from './texts.ts';

type Options = { site: Site; fetchApi: Transport; cache: ResponseCache };

const NOT_FOUND = 'There is nothing here.\n';
const UNAVAILABLE = 'The posts cannot be read right now. Please try again in a moment.\n';
const HEADERS = { ...CROSS_ORIGIN_HEADERS, 'cache-control': 'no-cache' };

function sitemapDocument(
  path: string,
  posts: readonly PublicPostSummary[],
  body: string,
): Document {
  return { path, body, type: 'application/xml', changed: latestChange(posts) };
}

function isApiUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500;
  const { name, message } = error as Error;
  return message === 'fetch failed' || name === 'TimeoutError';
}

/** Feeds, sitemap, robots.txt, security.txt and the web manifest. */
export const feedsAndSeo: FastifyPluginAsync<Options> = async (app, { site, fetchApi, cache }) => {
  const lastModified = createLastModified();

  app.setErrorHandler((error, request, reply) => {
    if (!isApiUnavailable(error)) throw error;
    request.log.warn({ err: error }, 'the posts could not be read');
    return reply.code(503).headers(HEADERS).type('text/plain; charset=utf-8').send(UNAVAILABLE);
  });

  function apiFor({ id }: FastifyRequest): ApiClient {
    return createApiClient((path) => fetchApi(path, id));
  }

  function lastModifiedOf({ path, body, changed }: Document): string {
    const hash = createHash('sha256').update(body).digest('base64url');
    return lastModified(path, hash, changed).toUTCString();
  }

  function toResponse(path: string, document: Document | undefined): ResponseContent {
    if (!document) {
      const headers = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' };
      return { status: 404, cacheable: false, headers, body: NOT_FOUND };
    }
    const { body, type } = document;
    return {
      // Only under its canonical path: a topic can be requested in many spellings.
      cacheable: document.path === path,
      headers: {
        ...HEADERS,
        'content-type': `${type}; charset=utf-8`,
        // Not with several workers: their times would differ.
        ...(!cluster.isWorker && { 'last-modified': lastModifiedOf(document) }),
      },
      body,
    };
  }

  function getDocument(
    path: string,
    create: () => Promise<Document | undefined>,
  ): Promise<CachedResponse> {
    return cache.getOrCreate(path, async () => toResponse(path, await create()));
  }

  for (const kind of FEED_KINDS) {
    app.get<{ Querystring: { tag?: string | string[] } }>(
      FEEDS[kind].path,
      async (request, reply) => {
        const topic = [request.query.tag ?? []].flat()[0] || null;
        const feed = await getDocument(feedPath(kind, topic), async () => {
          // No tag is so long, and the API would refuse the query.
          if (!isPossibleQuery(topic ?? '')) return undefined;
          const { createFeed } = await import('./feeds.ts');
          const posts = await apiFor(request).listPosts({
            limit: PAGE_SIZES.feed,
            tag: topic ?? undefined,
          });
          return createFeed(kind, site, posts, topic);
        });
        return sendCached(request, reply, feed);
      },
    );
  }

  const getSitemap = (request: FastifyRequest) =>
    getDocument('/sitemap.xml', async () => {
      const { createSitemap } = await import('./sitemap.ts');
      const posts = await listAll(apiFor(request));
      return sitemapDocument('/sitemap.xml', posts, await createSitemap(site, posts));
    });
  app.get('/sitemap.xml', async (request, reply) =>
    sendCached(request, reply, await getSitemap(request)),
  );

  app.get<{ Params: { part: string } }>(
    '/sitemap-:part(^[1-9]\\d{0,4}).xml',
    async (request, reply) => {
      const path = `/sitemap-${request.params.part}.xml`;
      const part = await getDocument(path, async () => {
        // Checked first: requests for parts that do not exist must not read all posts.
        const sitemap = (await getSitemap(request)).encodedBody('identity');
        if (!sitemap?.includes(`${site.url}${path}<`)) return undefined;
        const { createSitemapPart } = await import('./sitemap.ts');
        const posts = await listAll(apiFor(request));
        const body = await createSitemapPart(site, posts, Number(request.params.part));
        return body === undefined ? undefined : sitemapDocument(path, posts, body);
      });
      return sendCached(request, reply, part);
    },
  );

  function sendText(reply: FastifyReply, type: string, text: string | undefined): FastifyReply {
    reply.headers(HEADERS);
    if (text !== undefined) return reply.type(`${type}; charset=utf-8`).send(text);
    return reply.code(404).type('text/plain; charset=utf-8').send(NOT_FOUND);
  }

  app.get('/robots.txt', (_request, reply) => sendText(reply, 'text/plain', robotsTxt(site)));
  app.get('/.well-known/security.txt', (_request, reply) =>
    sendText(reply, 'text/plain', securityTxt(site, new Date())),
  );
  app.get('/manifest.webmanifest', (_request, reply) =>
    sendText(reply, 'application/manifest+json', manifest(site)),
  );
};
