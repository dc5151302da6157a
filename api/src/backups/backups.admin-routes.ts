import { backupTicket } from '@longhand/contract/backups';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BEARER, writeFailures } from '../http/responses.ts';
import type { BackupsService } from './backups.service.ts';

type Options = { backups: BackupsService };

/** Registered behind the session. */
export const backupAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { backups }) => {
  app.post(
    '/backup-tickets',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Create a download link for a backup',
        description: 'Returns a URL that works once, within a minute, and needs no token.',
        security: BEARER,
        response: { 201: backupTicket, ...writeFailures() },
      },
    },
    async (_request, reply) => {
      const ticket = await backups.createTicket();
      return reply.code(201).send({ url: `/api/backups/${ticket}` });
    },
  );
};
