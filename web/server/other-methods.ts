import { readdirSync } from 'node:fs';
import { type CachedResponse, errorPage, sendCached } from '@longhand/response-cache';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

const PAGE = errorPage(
  'That cannot be done here',
  'There is something at this address, but it can only be read. Nothing was changed.',
);

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> | FastifyReply;

function refuse(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(405).headers(PAGE.headers).header('allow', 'GET, HEAD').send(PAGE.html);
}

type Found = {
  /** Files that do not change while this runs, and the address before their names. */
  files: { folder: URL; prefix: string };
  /** What anybody gets who only reads at the address of a request. */
  findPage: (request: FastifyRequest) => Promise<CachedResponse>;
};

/**
 * Makes what can only be read answer 405 to other methods, where the framework would say 404.
 * Collects the routes that are added after it; what it returns closes the list.
 */
export function collectReadable(app: FastifyInstance, { files, findPage }: Found) {
  const urls = new Set<string>();
  app.addHook('onRoute', ({ url }: RouteOptions) => {
    if (!url.includes('*')) urls.add(url);
  });

  return function refuseOtherMethods(): void {
    const others = app.supportedMethods.filter((each) => each !== 'GET' && each !== 'HEAD');
    const names = new Set(readdirSync(files.folder));
    // Answered before the body is read: whatever it holds, it is not wanted here.
    const add = (url: string, answer: Answer) =>
      app.route({
        url,
        // Where other origins may call the API, their questions whether they may are answered already.
        method: others.filter((method) => !app.hasRoute({ url, method })),
        onRequest: async (request, reply) => answer(request, reply),
        handler: refuse,
      });

    for (const url of [...urls]) add(url, refuse);
    add(`${files.prefix}*`, (request, reply) => {
      const { '*': name = '' } = request.params as Record<string, string>;
      if (names.has(name)) return refuse(request, reply);
      reply.callNotFound();
      return reply;
    });
    add('/*', async (request, reply) => {
      const answer = await findPage(request);
      return answer.status < 400 ? refuse(request, reply) : sendCached(request, reply, answer);
    });
  };
}
