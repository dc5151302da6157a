import { readdirSync } from 'node:fs';
import { type CachedResponse, type Methods, sendCached } from '@longhand/response-cache';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorPage } from './error-page.ts';

const PAGE = errorPage(
  'That cannot be done here',
  'There is something at this address, but it can only be read. Nothing was changed.',
);

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(405).headers(PAGE.headers).header('allow', 'GET, HEAD').send(PAGE.html);
}

type Found = {
  methods: Methods;
  /** Files that do not change while this runs, and the address before their names. */
  files: { folder: URL; prefix: string };
  /** What anybody gets who only reads at the address of a request. */
  findPage: (request: FastifyRequest) => Promise<CachedResponse>;
};

/** Makes what can only be read answer 405 to other methods, where the framework would say 404. */
export function addMethodNotAllowed(
  app: FastifyInstance,
  { methods, files, findPage }: Found,
): void {
  const names = new Set(readdirSync(files.folder).map((name) => files.prefix + name));

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = `/${(request.params as Record<string, string>)['*']}`;
    if (methods.allowed(request.url).length > 0 || names.has(path)) return refuse(reply);
    if (path.startsWith(files.prefix)) {
      reply.callNotFound();
      return reply;
    }
    const page = await findPage(request);
    return page.status < 400 ? refuse(reply) : sendCached(request, reply, page);
  }

  const isOther = (method: string) => method !== 'GET' && method !== 'HEAD';
  app.route({
    url: '/*',
    // Where other origins may call the API, their questions whether they may are answered already.
    method: app.supportedMethods.filter(
      (method) => isOther(method) && !app.hasRoute({ url: '/*', method }),
    ),
    // Answered before the body is read: whatever it holds, it is not wanted here.
    onRequest: answer,
    handler: (_request, reply) => refuse(reply),
  });
}
