import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import type { Transport } from '../app/lib/api-client.ts';
import type { Site } from '../app/lib/site.ts';
import { compress } from './compress.ts';
import { discovery } from './discovery/index.ts';
import { createFirstPaint } from './first-paint.ts';
import { oneAddress } from './one-address.ts';
import { sealPage } from './page-policy.ts';

/** For when even the page that says so cannot be rendered. */
const FAILED_PAGE =
  '<!doctype html><html lang="en"><title>Something went wrong</title><h1>Something went wrong</h1><p>The page could not be shown. Please try again in a moment.</p></html>';

/** A request may name a whole address instead of a path; its host is none of ours. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const url = URL.parse(target);
  return url ? url.pathname + url.search : '/';
}

export type PagesOptions = { site: Site; fetchApi: Transport };

const BUILD = new URL('../build/', import.meta.url);

const ICONS = [
  'icon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
];

/** What app/entry.server.tsx exports beside the framework's own. */
type OurEntry = {
  createRequestContext: (site: Site, transport: Transport, nonce: string) => RouterContextProvider;
};
type OurBuild = ServerBuild & { entry: { module: OurEntry } };

/** The pages of the site, rendered here, and the files that they load. */
export const pages: FastifyPluginAsync<PagesOptions> = async (app, { site, fetchApi }) => {
  const build: OurBuild = await import(new URL('server/index.js', BUILD).href);
  const render = createRequestHandler(build, 'production');
  const pageHeaders = {
    'cache-control': 'no-cache',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(site.url.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
  const forFirstPaint = createFirstPaint(new URL('client', BUILD));

  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/assets/', BUILD)),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  for (const name of ICONS) {
    app.get(`/${name}`, (_request, reply) =>
      reply.sendFile(name, fileURLToPath(new URL('client/', BUILD)), {
        maxAge: '1d',
        immutable: false,
      }),
    );
  }
  await app.register(discovery, { site, fetchApi });

  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'a page could not be rendered');
    return reply.code(500).type('text/html; charset=utf-8').send(FAILED_PAGE);
  });

  app.get('/*', async (request, reply) => {
    const address = pathOf(request.url);
    const one = oneAddress(address);
    if (one !== undefined) return reply.headers(pageHeaders).redirect(one, 301);
    const nonce = randomUUID();
    const page = await render(
      new Request(site.url + address, { headers: { accept: 'text/html' } }),
      build.entry.module.createRequestContext(site, fetchApi, nonce),
    );
    const { html, policy } = sealPage(forFirstPaint(await page.text(), nonce), nonce, site.apiUrl);
    const { body, encoding } = await compress(html, request.headers['accept-encoding']);
    for (const [name, value] of page.headers) reply.header(name, value);
    reply
      .code(page.status)
      .headers({ ...pageHeaders, 'content-security-policy': policy })
      .headers(encoding ? { 'content-encoding': encoding } : {});
    return reply.send(body);
  });
};
