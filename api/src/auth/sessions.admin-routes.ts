import { activeSession, sessionId } from '@longhand/contract/account';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ProblemError } from '../http/problem.ts';
import { BEARER, failures } from '../http/responses.ts';
import { bearerToken } from '../http/session.ts';
import type { AuthService } from './auth.service.ts';

/** An attacker who used up the write limit must not prevent the end of a session. */
const config = { isExemptFromWriteLimit: true, isAllowedOnFullDisk: true };

/** Registered behind the session. */
export const sessionRoutes: FastifyPluginAsyncZod<{ auth: AuthService }> = async (
  app,
  { auth },
) => {
  app.get(
    '/sessions',
    {
      schema: {
        tags: ['Administration'],
        summary: 'The sessions, the latest used first',
        security: BEARER,
        response: { 200: z.array(activeSession), ...failures(401) },
      },
    },
    (request) => auth.listSessions(bearerToken(request) ?? ''),
  );

  app.delete(
    '/sessions/:id',
    {
      config,
      schema: {
        tags: ['Administration'],
        summary: 'End a session',
        description: 'Also the one of this request, like a logout.',
        security: BEARER,
        params: z.object({ id: sessionId }),
        response: { 204: z.null().describe('Ended'), ...failures(400, 401, 404, 503, 507) },
      },
    },
    async (request, reply) => {
      if (!(await auth.endSession(request.params.id)))
        throw new ProblemError(
          'not-found',
          'This session does not exist. It may have ended already.',
        );
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/logout-everywhere',
    {
      config,
      schema: {
        tags: ['Administration'],
        summary: 'Log out everywhere',
        description: 'Ends all sessions, including the one of this request.',
        security: BEARER,
        response: { 204: z.null().describe('Logged out'), ...failures(401, 503, 507) },
      },
    },
    async (_request, reply) => {
      await auth.logoutEverywhere();
      return reply.code(204).send(null);
    },
  );
};
