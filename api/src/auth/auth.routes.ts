import { loginInput, loginResponse } from '@longhand/contract/sessions';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BEARER, failures } from '../http/responses.ts';
import { bearerToken, requireSession } from '../http/session.ts';
import type { AuthService } from './auth.service.ts';

/** Open to everybody, so that no stranger makes the server read megabytes. */
const LOGIN_BODY_LIMIT = 16 * 1024;

type Options = { auth: AuthService; administrator: string };

export const authRoutes: FastifyPluginAsyncZod<Options> = async (app, { auth, administrator }) => {
  app.post(
    '/login',
    {
      bodyLimit: LOGIN_BODY_LIMIT,
      schema: {
        tags: ['Session'],
        summary: 'Log in',
        body: loginInput,
        response: { 200: loginResponse, ...failures(400, 401, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      const attempt = { ...request.body, address: request.ip };
      const token = await auth.login(administrator, attempt);
      reply.header('cache-control', 'no-store');
      return { access_token: token };
    },
  );

  app.post(
    '/logout',
    {
      schema: {
        tags: ['Session'],
        summary: 'Log out',
        security: BEARER,
        response: { 204: z.null().describe('Logged out'), ...failures(401) },
      },
      onRequest: requireSession(auth.authenticate),
    },
    async (request, reply) => {
      const token = bearerToken(request);
      if (token !== undefined) await auth.logout(token);
      return reply.code(204).send(null);
    },
  );
};
