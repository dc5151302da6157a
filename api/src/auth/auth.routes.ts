import { loginInput, loginResponse } from '@longhand/contract/sessions';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import { bearerToken, requireSession } from '../http/session.ts';
import type { AuthService } from './auth.service.ts';
import type { LogLoginFailure } from './login-failures.ts';

/** Small, because everyone can call it. */
const LOGIN_BODY_LIMIT = 16 * 1024;
const LOGIN_BODY_TIMEOUT_MS = 10_000;

type Options = { auth: AuthService; administrator: string; logFailure: LogLoginFailure };

export const authRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { auth, administrator, logFailure },
) => {
  app.post(
    '/login',
    {
      bodyLimit: LOGIN_BODY_LIMIT,
      config: { bodyTimeoutMs: LOGIN_BODY_TIMEOUT_MS, isAllowedOnFullDisk: true },
      schema: {
        tags: ['Session'],
        summary: 'Log in',
        body: loginInput,
        response: { 200: loginResponse, ...writeFailures(400, 413, 415) },
      },
    },
    async (request, reply) => {
      const userAgent = request.headers['user-agent'];
      const attempt = { ...request.body, address: request.ip, userAgent };
      const token = await auth.login(administrator, attempt).catch((error) => {
        logFailure(request, error);
        throw error;
      });
      reply.header('cache-control', 'no-store');
      return { access_token: token };
    },
  );

  app.post(
    '/logout',
    {
      config: { isAllowedOnFullDisk: true },
      schema: {
        tags: ['Session'],
        summary: 'Log out',
        security: BEARER,
        response: { 204: z.null().describe('Logged out'), ...failures(401, 503, 507) },
      },
      // Not behind the write limit: logging out must always work.
      onRequest: requireSession(auth.authenticate),
    },
    async (request, reply) => {
      const token = bearerToken(request);
      if (token !== undefined) await auth.logout(token);
      return reply.code(204).send(null);
    },
  );
};
