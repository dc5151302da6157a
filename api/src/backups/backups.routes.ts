import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { failures } from '../http/responses.ts';
import type { BackupsService } from './backups.service.ts';
import { backupFileName } from './make-backup.ts';

const CANCEL_AFTER_MS = 3_000;

type Options = { backups: BackupsService; clock: Clock };

export const backupRoutes: FastifyPluginAsyncZod<Options> = async (app, { backups, clock }) => {
  app.addHook('preClose', async () => {
    // Why not wait: a download may take hours, and shutdown has ten seconds.
    setTimeout(backups.cancelDownloads, CANCEL_AFTER_MS).unref();
  });

  app.get(
    '/backups/:ticket',
    {
      // A HEAD request must not use up the ticket.
      exposeHeadRoute: false,
      schema: {
        tags: ['Administration'],
        summary: 'Download a backup',
        description:
          'One archive with everything except the settings. The ticket serves as authorization.',
        params: z.object({ ticket: z.string().max(100) }),
        response: {
          200: {
            description: 'The archive',
            content: { 'application/gzip': { schema: z.file() } },
          },
          ...failures(404, 500, 503, 507),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const disconnected = new AbortController();
      reply.raw.once('close', () => disconnected.abort());
      const backup = await backups.download(request.params.ticket, disconnected.signal);
      return reply
        .type('application/gzip')
        .header('content-disposition', `attachment; filename="${backupFileName(clock())}"`)
        .send(backup as never);
    },
  );
};
