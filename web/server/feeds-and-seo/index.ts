import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import { MAX_QUERY_LENGTH, PAGE_SIZES } from '@longhand/contract/post-query';
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

const NOTHING = 'There is nothing here.\n';
const LATER = 'The posts cannot be read right now. Please try again in a moment.\n';
const HEADERS = { ...CROSS_ORIGIN_HEADERS, 'cache-control': 'no-cache' };

function mapDocument(path: string, posts: readonly PublicPostSummary[], body: string): Document {
  return { path, body, type: 'application/xml', changed: latestChange(posts) };
}

/** The API, or the way there, is the reason; whoever asks again later may get an answer. */
function isApiAway(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500;
  const { name, message } = error as Error;
  return message === 'fetch failed' || name === 'TimeoutError';
}

/** What search engines, feed readers and browsers look for beside the pages. */
export const feedsAndSeo: FastifyPluginAsync<Options> = async (app, { site, fetchApi, cache }) => {
  const lastChange = createLastModified();

  app.setErrorHandler((error, request, reply) => {
    if (!isApiAway(error)) throw error;
    request.log.warn({ err: error }, 'the posts could not be read');
    return reply.code(503).headers(HEADERS).type('text/plain; charset=utf-8').send(LATER);
  });

  /** The API, as it is called for a request. */
  function apiFor({ id }: FastifyRequest): ApiClient {
    return createApiClient((path) => fetchApi(path, id));
  }

  function timeOf({ path, body, changed }: Document): string {
    const hash = createHash('sha256').update(body).digest('base64url');
    return lastChange(path, hash, changed).toUTCString();
  }

  function toAnswer(path: string, document: Document | undefined): ResponseContent {
    if (!document) {
      const headers = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' };
      return { status: 404, cacheable: false, headers, body: NOTHING };
    }
    const { body, type } = document;
    return {
      // Under its one address: a topic can be asked for in many spellings.
      cacheable: document.path === path,
      headers: {
        ...HEADERS,
        'content-type': `${type}; charset=utf-8`,
        // One of several workers knows only what it has made itself: its times and those of the
        // others do not compare, so it gives none.
        ...(!cluster.isWorker && { 'last-modified': timeOf(document) }),
      },
      body,
    };
  }

  function keep(path: string, make: () => Promise<Document | undefined>): Promise<CachedResponse> {
    return cache.getOrCreate(path, async () => toAnswer(path, await make()));
  }

  for (const kind of FEED_KINDS) {
    app.get<{ Querystring: { tag?: string | string[] } }>(
      FEEDS[kind].path,
      async (request, reply) => {
        const topic = [request.query.tag ?? []].flat()[0] || null;
        const feed = await keep(feedPath(kind, topic), async () => {
          // No tag is so long, and the API would not look for it.
          if ((topic ?? '').length > MAX_QUERY_LENGTH) return undefined;
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

  const keepMap = (request: FastifyRequest) =>
    keep('/sitemap.xml', async () => {
      const { createSitemap } = await import('./sitemap.ts');
      const posts = await listAll(apiFor(request));
      return mapDocument('/sitemap.xml', posts, await createSitemap(site, posts));
    });
  app.get('/sitemap.xml', async (request, reply) =>
    sendCached(request, reply, await keepMap(request)),
  );

  app.get<{ Params: { part: string } }>(
    '/sitemap-:part(^[1-9]\\d{0,4}).xml',
    async (request, reply) => {
      const path = `/sitemap-${request.params.part}.xml`;
      const part = await keep(path, async () => {
        // All posts are looked at for a part that there is, not for any that one can think of.
        const map = (await keepMap(request)).encodedBody('identity');
        if (!map?.includes(`${site.url}${path}<`)) return undefined;
        const { createSitemapPart } = await import('./sitemap.ts');
        const posts = await listAll(apiFor(request));
        const body = await createSitemapPart(site, posts, Number(request.params.part));
        return body === undefined ? undefined : mapDocument(path, posts, body);
      });
      return sendCached(request, reply, part);
    },
  );

  function sendText(reply: FastifyReply, type: string, text: string | undefined): FastifyReply {
    reply.headers(HEADERS);
    if (text !== undefined) return reply.type(`${type}; charset=utf-8`).send(text);
    return reply.code(404).type('text/plain; charset=utf-8').send(NOTHING);
  }

  app.get('/robots.txt', (_request, reply) => sendText(reply, 'text/plain', robotsTxt(site)));
  app.get('/.well-known/security.txt', (_request, reply) =>
    sendText(reply, 'text/plain', securityTxt(site, new Date())),
  );
  app.get('/manifest.webmanifest', (_request, reply) =>
    sendText(reply, 'application/manifest+json', manifest(site)),
  );
};
