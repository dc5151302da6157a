import { readdirSync } from 'node:fs';
import { type CachedResponse, type Methods, sendCached } from '@longhand/response-cache';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteReader } from '../app/reader/site/site-reader.ts';
import { errorPage } from './error-page.ts';

type Options = {
  methods: Methods;
  /** Static files, and the prefix of their URLs. */
  files: { folder: URL; prefix: string };
  site: SiteReader;
  /** Returns the response to a GET of the same URL. */
  findPage: (request: FastifyRequest) => Promise<CachedResponse>;
};

/** Sends 405 for pages and files, where Fastify would send 404. */
export function addMethodNotAllowed(
  app: FastifyInstance,
  { methods, files, site, findPage }: Options,
): void {
  function refuse(reply: FastifyReply, others: readonly string[] = []): FastifyReply {
    const { headers, html } = errorPage('read-only', site.lastKnown());
    const allow = [...new Set(['GET', 'HEAD', ...others])].join(', ');
    return reply.code(405).headers(headers).header('allow', allow).send(html);
  }

  const names = new Set(readdirSync(files.folder).map((name) => files.prefix + name));

  async function handleRequest(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const path = `/${(request.params as Record<string, string>)['*']}`;
    const allowed = methods.allowed(request.url);
    if (allowed.length > 0 || names.has(path)) return refuse(reply, allowed);
    if (path.startsWith(files.prefix)) {
      reply.callNotFound();
      return reply;
    }
    const page = await findPage(request);
    return page.status < 400 ? refuse(reply) : sendCached(request, reply, page);
  }

  const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD';
  app.route({
    url: '/*',
    // With CORS there is an OPTIONS route already.
    method: app.supportedMethods.filter(
      (method) => isWrite(method) && !app.hasRoute({ url: '/*', method }),
    ),
    // This is a hook, so that the body is not read.
    onRequest: handleRequest,
    handler: (_request, reply) => refuse(reply),
  });
}
