import { backupTicket } from '@longhand/contract/storage';
import { z } from 'zod';
import { setOrigin } from '../events/origin.ts';
import { failures, type Routes } from '../http/responses.ts';
import type { Downloads } from './downloads.service.ts';

const CANCEL_AFTER_MS = 3_000;
/** An export has only what can be read one by one. A backup has the hash of the password, too. */
const SCOPES = { backup: 'owner', export: 'write' } as const;
const NAMES = { backup: 'a backup', export: 'an export' } as const;

type Options = { downloads: Downloads };

/** Closing the server ends the downloads. */
export const downloadRoutes: Routes<Options> = async (app, { downloads }) => {
  const { what, description, type } = downloads;
  app.addHook('preClose', async () => {
    // Why not wait: a download may take hours, and shutdown has ten seconds.
    setTimeout(downloads.cancelDownloads, CANCEL_AFTER_MS).unref();
  });

  app.route({
    method: 'GET',
    url: `/${what}s/:ticket`,
    // A HEAD request must not use up the ticket.
    exposeHeadRoute: false,
    // A ticket for an export may be that of a token, but only a backup is recorded.
    preHandler: setOrigin('owner'),
    schema: {
      tags: ['Administration'],
      summary: `Download ${NAMES[what]}`,
      description: `${description} The ticket serves as authorization.`,
      params: z.object({ ticket: z.string().max(100) }),
      response: {
        200: { description: 'The archive', content: { [type]: { schema: z.file() } } },
        ...failures(404, 500, 503, 507),
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const disconnected = new AbortController();
      reply.raw.once('close', () => disconnected.abort());
      const archive = await downloads.download(request.params.ticket, disconnected.signal);
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${downloads.fileName()}"`)
        .send(archive as never);
    },
  });
};

export const downloadTicketRoutes: Routes<Options> = async (app, { downloads }) => {
  const { what } = downloads;
  app.route({
    method: 'POST',
    url: `/${what}-tickets`,
    config: { scope: SCOPES[what] },
    schema: {
      summary: `Create a download link for ${NAMES[what]}`,
      description: 'Returns a URL that works once, within a minute, and needs no token.',
      response: { 201: backupTicket },
    },
    handler: async (_request, reply) => {
      const ticket = await downloads.createTicket();
      return reply.code(201).send({ url: `/api/${what}s/${ticket}` });
    },
  });
};
