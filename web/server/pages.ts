import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { PREVIEW_PATH } from '@longhand/contract/posts/preview-links';
import {
  type CachedResponse,
  collectMethods,
  contentRange,
  createCachedResponse,
  leaveOffDocumentHeaders,
  pathForLog,
  type ResponseCache,
  SECRET_LINK_HEADERS,
  sendCached,
} from '@longhand/response-cache';
import { Semaphore } from 'async-mutex';
import type { FastifyError, FastifyPluginAsync, FastifyReply } from 'fastify';
import { createApiClient, type Transport } from '../app/lib/api-client.ts';
import type { SiteReader } from '../app/reader/site/site-reader.ts';
import { errorPage } from './error-page.ts';
import type { AddressOf } from './feeds-and-seo/count-fetches.ts';
import { feedsAndSeo } from './feeds-and-seo/index.ts';
import { addIcons } from './icons.ts';
import { addMethodNotAllowed } from './method-not-allowed.ts';
import { newsletter, type SendUncached, withToken } from './newsletter.ts';
import { createOldAddresses, hasOldId, withQuery } from './old-addresses.ts';
import { canonicalPath, parsePageUrl } from './page-url.ts';
import { type AppBuild, createRenderer, type SubmittedForm } from './render-page.ts';
import { addServiceWorker } from './service-worker.ts';
import { addWords } from './words.ts';

function refuseFile(reply: FastifyReply, status: number, error: FastifyError, site: SiteReader) {
  const page = errorPage('no-file', site.lastKnown());
  return (
    reply
      // A path outside of the folder looks like one that does not exist.
      .code(status === 403 ? 404 : status)
      .headers(page.headers)
      .headers(contentRange(error))
      .send(page.html)
  );
}

type PagesOptions = {
  site: SiteReader;
  fetchApi: Transport;
  cache: ResponseCache;
  addressOf: AddressOf;
  /** Called with the time that each page took. */
  onRender?: ((ms: number) => void) | undefined;
};

const BUILD = new URL('../build/', import.meta.url);

const SUBRESOURCE = /\.(js|css|woff2)(\.(br|gz))?$/;

/** Ranges work without being announced. */
function leaveOffHeaders(reply: FastifyReply, path: string): void {
  if (!SUBRESOURCE.test(path)) return;
  leaveOffDocumentHeaders(reply);
  reply.removeHeader('accept-ranges');
}

/** Rendering is CPU-bound: a higher limit only needs more memory. */
const RENDER_CONCURRENCY = 4;

export const pages: FastifyPluginAsync<PagesOptions> = async (app, options) => {
  const { site, fetchApi, cache, addressOf, onRender } = options;
  const build: AppBuild = await import(new URL('server/index.js', BUILD).href);
  const clientFolder = new URL('client', BUILD);
  const rendering = new Semaphore(RENDER_CONCURRENCY);
  const read = (name: string) => readFileSync(new URL(`inline/${name}.js`, BUILD), 'utf8').trim();
  const inlineScripts = { start: read('start-scripts'), count: read('count-views') };
  const renderPage = createRenderer({ build, clientFolder, inlineScripts, site, fetchApi });
  const renderInTurn = (page: string, requestId: string, submitted?: SubmittedForm) =>
    rendering.runExclusive(async () => {
      const startedAt = performance.now();
      const rendered = await renderPage(page, requestId, submitted);
      onRender?.(performance.now() - startedAt);
      return rendered;
    });

  const getPage = (page: string, requestId: string): Promise<CachedResponse> =>
    cache.getOrCreate(page, () => renderInTurn(page, requestId));
  // The page that says how busy the server is may be the first one, and is in the site's language, too.
  app.addHook('onListen', async () => {
    await site.read(createApiClient(fetchApi)).catch(() => undefined);
  });
  const { findMoved, endOf } = createOldAddresses({ fetchApi, getPage });
  const assets = { folder: new URL('client/assets/', BUILD), prefix: '/assets/' };
  const methods = collectMethods(app);

  await app.register(fastifyStatic, {
    root: fileURLToPath(assets.folder),
    prefix: assets.prefix,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    // The names change with the contents, so there is nothing to compare.
    etag: false,
    lastModified: false,
    setHeaders: leaveOffHeaders,
  });
  addIcons(app, { defaultIcons: new URL('client/', BUILD), fetchApi, cache });
  addWords(app, { site, fetchApi, cache });
  addServiceWorker(app, { folder: new URL('service-worker/', BUILD), site, fetchApi, cache });
  await app.register(feedsAndSeo, { site, fetchApi, cache, addressOf });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return refuseFile(reply, status, error, site);
    const { page } = parsePageUrl(request.url);
    const url = pathForLog(page);
    request.log.error({ err: error, method: request.method, url }, 'a page could not be rendered');
    // Not even the error page could be rendered.
    const { headers, html } = errorPage('failed', site.lastKnown());
    return reply.code(500).headers(headers).send(html);
  });

  // The cache is not used, because it would give a response that is being created to later requests as well, and a
  // link that was revoked in between must not work. Nor is its address put into lower case.
  const sendUncached: SendUncached = async (request, reply, added, submitted) => {
    const { page } = parsePageUrl(request.url);
    const { headers, ...content } = await renderInTurn(page, request.id, submitted);
    const { location } = headers;
    if (location !== undefined) return reply.headers(added).redirect(location, content.status);
    const response = { ...content, headers: { ...headers, ...added } };
    return sendCached(request, reply, await createCachedResponse(response));
  };
  for (const url of withToken(PREVIEW_PATH))
    app.get(url, (request, reply) => sendUncached(request, reply, SECRET_LINK_HEADERS));
  await app.register(newsletter, { site: site.hosts, fetchApi, sendUncached });

  app.get('/*', async (request, reply) => {
    const { page, query } = parsePageUrl(request.url);
    reply.header('cache-control', 'no-cache');
    const canonical = canonicalPath(page);
    // An old address is not put into its canonical form first, so that one redirect is enough.
    if (canonical !== undefined || hasOldId(page, query)) {
      const moved = await findMoved(page + query, request.id);
      if (moved !== undefined) return reply.redirect(moved, 301);
    }
    if (canonical !== undefined) return reply.redirect(canonical + query, 301);
    const response = await getPage(page, request.id);
    const { location } = response.headers;
    if (location === undefined) return sendCached(request, reply, response);
    const end = await endOf(location, request.id);
    return reply.redirect(withQuery(end, query), response.status);
  });
  addMethodNotAllowed(app, {
    methods,
    files: assets,
    site,
    findPage({ id, url }) {
      const { page } = parsePageUrl(url);
      return getPage(canonicalPath(page) ?? page, id);
    },
  });
};
