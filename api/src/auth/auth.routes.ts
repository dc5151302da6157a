import { loginInput, loginResponse } from '@longhand/contract/account';
import type { ProblemCode } from '@longhand/contract/problems';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { setOrigin } from '../events/origin.ts';
import { addressForLog } from '../http/address-key.ts';
import { ProblemError } from '../http/problem.ts';
import { BEARER, failures, type Routes } from '../http/responses.ts';
import { bearerToken, requireSession } from '../http/session.ts';
import type { AuthService } from './auth.service.ts';

/** docs/fail2ban/longhand.conf searches for these messages. */
const MESSAGES: Readonly<Partial<Record<ProblemCode, string>>> = {
  'invalid-credentials': 'login failed',
  'too-many-requests': 'login refused',
};

/** The name is not logged, because people type passwords into the wrong field. */
function logFailure({ ip, log }: FastifyRequest, error: unknown, access: 'short' | 'full'): void {
  const message = error instanceof ProblemError ? MESSAGES[error.code] : undefined;
  if (message) log.warn({ address: addressForLog(ip, access) }, message);
}

/** Small, because everyone can call it. */
const LOGIN_BODY_LIMIT = 16 * 1024;
const LOGIN_BODY_TIMEOUT_MS = 10_000;

type Options = { auth: AuthService; config: Pick<Config, 'admin' | 'logLoginFailures'> };

export const authRoutes: Routes<Options> = async (app, { auth, config }) => {
  const { admin, logLoginFailures } = config;

  app.route({
    method: 'POST',
    url: '/login',
    preHandler: setOrigin('visitor'),
    bodyLimit: LOGIN_BODY_LIMIT,
    config: { bodyTimeoutMs: LOGIN_BODY_TIMEOUT_MS, isAllowedOnFullDisk: true },
    schema: {
      tags: ['Session'],
      summary: 'Log in',
      body: loginInput,
      response: { 200: loginResponse, ...failures(400, 401, 413, 415, 429, 503, 507) },
    },
    handler: async (request, reply) => {
      const userAgent = request.headers['user-agent'];
      const attempt = { ...request.body, address: request.ip, userAgent };
      const token = await auth.login(admin.username, attempt).catch((error) => {
        if (logLoginFailures !== 'off') logFailure(request, error, logLoginFailures);
        throw error;
      });
      reply.header('cache-control', 'no-store');
      return { access_token: token };
    },
  });

  app.route({
    method: 'POST',
    url: '/logout',
    config: { isAllowedOnFullDisk: true },
    schema: {
      tags: ['Session'],
      summary: 'Log out',
      security: BEARER,
      response: { 204: z.null().describe('Logged out'), ...failures(401, 503, 507) },
    },
    // The write limit does not apply, because logging out must always work.
    onRequest: requireSession(auth.authenticate),
    preHandler: setOrigin('owner'),
    handler: async (request, reply) => {
      const token = bearerToken(request);
      if (token !== undefined) await auth.logout(token);
      return reply.code(204).send(null);
    },
  });
};
