import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import {
  type KeptAnswer,
  type KeptAnswers,
  limitAtOnce,
  SHOWN_ANYWHERE,
  sendAnswer,
  sentencePage,
  wholeSize,
} from '@longhand/answers';
import type { FastifyError, FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Transport } from '../app/lib/api-client.ts';
import type { Site } from '../app/lib/site.ts';
import { discovery } from './discovery/index.ts';
import { oneAddress } from './one-address.ts';
import { collectReadable } from './other-methods.ts';
import { readTarget } from './page-address.ts';
import { createRenderer, type OurBuild } from './render-page.ts';

/** For when even the page that says so cannot be rendered. */
const FAILED_PAGE = sentencePage(
  'Something went wrong',
  'The page could not be shown. Please try again in a moment.',
);

/** For what is asked of a file that it does not have, or that is no file of ours. */
const REFUSED_PAGE = sentencePage(
  'That is not here',
  'There is no such file, or no such part of it.',
);

function refuse(reply: FastifyReply, status: number, error: FastifyError) {
  return (
    reply
      // Whoever climbs out of a folder is told no more than whoever mistypes.
      .code(status === 403 ? 404 : status)
      .headers(REFUSED_PAGE.headers)
      .headers(wholeSize(error))
      .send(REFUSED_PAGE.html)
  );
}

export type PagesOptions = { site: Site; fetchApi: Transport; kept: KeptAnswers };

const BUILD = new URL('../build/', import.meta.url);

const ICONS = [
  'icon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
];

/** More at once would not be ready sooner, and would need all their memory at the same time. */
const RENDERED_AT_ONCE = 4;

/** The pages of the site, rendered here, and the files that they load. */
export const pages: FastifyPluginAsync<PagesOptions> = async (app, { site, fetchApi, kept }) => {
  const build: OurBuild = await import(new URL('server/index.js', BUILD).href);
  const clientFolder = new URL('client', BUILD);
  const limited = limitAtOnce(RENDERED_AT_ONCE);
  const renderPage = createRenderer({ build, clientFolder, site, fetchApi });

  const getPage = (page: string, requestId: string): Promise<KeptAnswer> =>
    kept.get(page, () => limited(() => renderPage(page, requestId)));
  const assets = { folder: new URL('client/assets/', BUILD), prefix: '/assets/' };
  const refuseOtherMethods = collectReadable(app, {
    files: assets,
    findPage({ id, url }) {
      const { page } = readTarget(url);
      return getPage(oneAddress(page) ?? page, id);
    },
  });

  await app.register(fastifyStatic, {
    root: fileURLToPath(assets.folder),
    prefix: assets.prefix,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  for (const name of ICONS) {
    app.get(`/${name}`, (_request, reply) =>
      reply.headers(SHOWN_ANYWHERE).sendFile(name, fileURLToPath(new URL('client/', BUILD)), {
        maxAge: '1d',
        immutable: false,
      }),
    );
  }
  await app.register(discovery, { site, fetchApi, kept });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return refuse(reply, status, error);
    const { page } = readTarget(request.url);
    const url = page.split('?', 1)[0];
    request.log.error({ err: error, method: request.method, url }, 'a page could not be rendered');
    return reply.code(500).headers(FAILED_PAGE.headers).send(FAILED_PAGE.html);
  });

  app.get('/*', async (request, reply) => {
    const { page, query } = readTarget(request.url);
    reply.header('cache-control', 'no-cache');
    const one = oneAddress(page);
    if (one !== undefined) {
      return reply.redirect(one + query, 301);
    }
    const answer = await getPage(page, request.id);
    const { location } = answer.headers;
    if (location !== undefined) return reply.redirect(location + query, answer.status);
    return sendAnswer(request, reply, answer);
  });
  refuseOtherMethods();
};
