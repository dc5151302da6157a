import { backupTicket } from '@longhand/contract/backups';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { Downloads } from './backups.service.ts';

const CANCEL_AFTER_MS = 3_000;

type Download = {
  readonly downloads: Downloads;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly type: string;
  readonly fileName: () => string;
};

/** The route of a file that a ticket opens; closing the server ends its downloads. */
export function addDownload(
  app: FastifyInstance,
  { downloads, path, summary, description, type, fileName }: Download,
): void {
  app.addHook('preClose', async () => {
    // Why not wait: a download may take hours, and shutdown has ten seconds.
    setTimeout(downloads.cancelDownloads, CANCEL_AFTER_MS).unref();
  });

  app.withTypeProvider<ZodTypeProvider>().get(
    `${path}/:ticket`,
    {
      // A HEAD request must not use up the ticket.
      exposeHeadRoute: false,
      schema: {
        tags: ['Administration'],
        summary,
        description: `${description} The ticket serves as authorization.`,
        params: z.object({ ticket: z.string().max(100) }),
        response: {
          200: { description: 'The archive', content: { [type]: { schema: z.file() } } },
          ...failures(404, 500, 503, 507),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const disconnected = new AbortController();
      reply.raw.once('close', () => disconnected.abort());
      const archive = await downloads.download(request.params.ticket, disconnected.signal);
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${fileName()}"`)
        .send(archive as never);
    },
  );
}

type Ticket = {
  readonly downloads: Downloads;
  readonly path: string;
  /** Of the route that the ticket is for. */
  readonly downloadPath: string;
  readonly summary: string;
};

export function addTicket(
  app: FastifyInstance,
  { downloads, path, downloadPath, summary }: Ticket,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    path,
    {
      schema: {
        tags: ['Administration'],
        summary,
        description: 'Returns a URL that works once, within a minute, and needs no token.',
        security: BEARER,
        response: { 201: backupTicket, ...writeFailures() },
      },
    },
    async (_request, reply) => {
      const ticket = await downloads.createTicket();
      return reply.code(201).send({ url: `/api${downloadPath}/${ticket}` });
    },
  );
}
