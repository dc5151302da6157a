import { activeSession, sessionId } from '@longhand/contract/account';
import { z } from 'zod';
import { notFound } from '../http/problem.ts';
import { failures, noContent, type Routes } from '../http/responses.ts';
import { bearerToken } from '../http/session.ts';
import type { AuthService } from './auth.service.ts';

/** An attacker who used up the write limit must not prevent the end of a session. */
const config = { scope: 'owner', isExemptFromWriteLimit: true, isAllowedOnFullDisk: true } as const;

export const sessionRoutes: Routes<{ auth: AuthService }> = async (app, { auth }) => {
  app.route({
    method: 'GET',
    url: '/sessions',
    config: { scope: 'owner' },
    schema: {
      summary: 'The sessions, the latest used first',
      response: { 200: z.array(activeSession) },
    },
    handler: (request) => auth.listSessions(bearerToken(request) ?? ''),
  });

  app.route({
    method: 'DELETE',
    url: '/sessions/:id',
    config,
    schema: {
      summary: 'End a session',
      description: 'Also the one of this request, like a logout.',
      params: z.object({ id: sessionId }),
      response: { 204: z.null().describe('Ended'), ...failures(404) },
    },
    handler: async (request, reply) => {
      if (!(await auth.endSession(request.params.id)))
        throw notFound('This session does not exist. It may have ended already.');
      return reply.code(204).send(null);
    },
  });

  app.route({
    method: 'POST',
    url: '/logout-everywhere',
    config,
    schema: {
      summary: 'Log out everywhere',
      description: 'Ends all sessions, including the one of this request.',
      response: { 204: z.null().describe('Logged out') },
    },
    handler: (_request, reply) => noContent(reply, auth.logoutEverywhere()),
  });
};
