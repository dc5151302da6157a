import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import type { Transport } from '../app/lib/api-client.ts';
import type { Site } from '../app/lib/site.ts';
import { compress } from './compress.ts';
import { createFirstPaint } from './first-paint.ts';
import { pagePolicy } from './page-policy.ts';

export type PagesOptions = { site: Site; fetchApi: Transport };

const BUILD = new URL('../build/', import.meta.url);

/** What app/entry.server.tsx exports beside the framework's own. */
type OurEntry = {
  createRequestContext: (site: Site, transport: Transport) => RouterContextProvider;
};
type OurBuild = ServerBuild & { entry: { module: OurEntry } };

/** The pages of the site, rendered here, and the files that they load. */
export const pages: FastifyPluginAsync<PagesOptions> = async (app, { site, fetchApi }) => {
  const build: OurBuild = await import(new URL('server/index.js', BUILD).href);
  const render = createRequestHandler(build, 'production');
  const forFirstPaint = createFirstPaint(new URL('client', BUILD));

  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/assets/', BUILD)),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  app.get('/icon.svg', (_request, reply) =>
    reply.sendFile('icon.svg', fileURLToPath(new URL('client/', BUILD)), { maxAge: '1d' }),
  );

  app.get('/*', async (request, reply) => {
    const page = await render(
      new Request(site.url + request.url, { headers: { accept: 'text/html' } }),
      build.entry.module.createRequestContext(site, fetchApi),
    );
    const html = forFirstPaint(await page.text());
    const { body, encoding } = await compress(html, request.headers['accept-encoding']);
    for (const [name, value] of page.headers) reply.header(name, value);
    reply.code(page.status).headers({
      'cache-control': 'no-cache',
      'content-security-policy': pagePolicy(html, site.apiUrl),
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'referrer-policy': 'strict-origin-when-cross-origin',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(body);
  });
};
