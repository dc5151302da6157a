import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { failures } from '../http/responses.ts';
import type { BackupsService } from './backups.service.ts';
import { nameOfBackup } from './make-backup.ts';

const LAST_MOMENTS_MS = 3_000;

type Options = { backups: BackupsService; clock: Clock };

export const backupRoutes: FastifyPluginAsyncZod<Options> = async (app, { backups, clock }) => {
  app.addHook('preClose', async () => {
    // It may take hours, and can be asked for again: an end within ten seconds does not wait for it.
    setTimeout(backups.breakOff, LAST_MOMENTS_MS).unref();
  });

  app.get(
    '/backups/:ticket',
    {
      // Whoever only looks must not spend the ticket.
      exposeHeadRoute: false,
      schema: {
        tags: ['Administration'],
        summary: 'Download a backup',
        description: 'Everything but the settings, in one archive, by the address of a ticket.',
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
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const backup = await backups.download(request.params.ticket, gone.signal);
      return reply
        .type('application/gzip')
        .header('content-disposition', `attachment; filename="${nameOfBackup(clock())}"`)
        .send(backup as never);
    },
  );
};
