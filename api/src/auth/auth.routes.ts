import { loginInput, loginResponse } from '@longhand/contract/account';
import type { ProblemCode } from '@longhand/contract/problems';
import {
  passkeyAnswer,
  passkeyRequestOptions,
  secondFactorState,
} from '@longhand/contract/second-factor';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { setOrigin } from '../events/origin.ts';
import { addressForLog } from '../http/address-key.ts';
import { ProblemError } from '../http/problem.ts';
import { BEARER, failures, type Routes } from '../http/responses.ts';
import { bearerToken, requireSession } from '../http/session.ts';
import type { AuthService } from './auth.service.ts';
import { createCallerOf } from './caller.ts';

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

type Options = { auth: AuthService; config: Pick<Config, 'admin' | 'logLoginFailures' | 'site'> };

export const authRoutes: Routes<Options> = async (app, { auth, config }) => {
  const { admin, logLoginFailures } = config;
  const callerOf = createCallerOf(config);
  const login = {
    preHandler: setOrigin('visitor'),
    bodyLimit: LOGIN_BODY_LIMIT,
    config: { bodyTimeoutMs: LOGIN_BODY_TIMEOUT_MS, isAllowedOnFullDisk: true },
  };
  const response = { 200: loginResponse, ...failures(400, 401, 413, 415, 429, 503, 507) };

  async function answer(request: FastifyRequest, reply: FastifyReply, token: Promise<string>) {
    try {
      const access_token = await token;
      reply.header('cache-control', 'no-store');
      return { access_token };
    } catch (error) {
      if (logLoginFailures !== 'off') logFailure(request, error, logLoginFailures);
      throw error;
    }
  }

  const originOf = ({ ip, headers }: FastifyRequest) => ({
    address: ip,
    userAgent: headers['user-agent'],
  });

  app.route({
    method: 'GET',
    url: '/login',
    schema: {
      tags: ['Session'],
      summary: 'What the login asks for',
      response: { 200: secondFactorState },
    },
    handler: (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return auth.factors.readState();
    },
  });

  app.route({
    ...login,
    method: 'POST',
    url: '/login',
    schema: { tags: ['Session'], summary: 'Log in', body: loginInput, response },
    handler: (request, reply) => {
      const attempt = { ...request.body, ...originOf(request) };
      return answer(request, reply, auth.login(admin.username, attempt));
    },
  });

  app.route({
    ...login,
    method: 'POST',
    url: '/login/passkey/options',
    schema: {
      tags: ['Session'],
      summary: 'Begin to log in, or to confirm, with a passkey',
      description: 'The answer is for `PublicKeyCredential.parseRequestOptionsFromJSON`.',
      body: z.strictObject({}),
      response: { 200: passkeyRequestOptions, ...failures(400, 413, 415, 429, 503, 507) },
    },
    handler: (request, reply) => {
      reply.header('cache-control', 'no-store');
      return auth.factors.beginPasskeyUse(callerOf(request));
    },
  });

  app.route({
    ...login,
    method: 'POST',
    url: '/login/passkey',
    schema: {
      tags: ['Session'],
      summary: 'Log in with a passkey',
      description: 'The body is the credential’s `toJSON()`.',
      body: passkeyAnswer,
      response,
    },
    handler: (request, reply) => {
      const { administrator, relyingParty } = callerOf(request);
      const attempt = { answer: request.body, relyingParty, ...originOf(request) };
      return answer(request, reply, auth.loginWithPasskey(administrator, attempt));
    },
  });

  app.route({
    method: 'POST',
    url: '/logout',
    config: { scope: 'owner', isAllowedOnFullDisk: true },
    schema: {
      tags: ['Session'],
      summary: 'Log out',
      security: BEARER,
      response: { 204: z.null().describe('Logged out'), ...failures(401, 403, 503, 507) },
    },
    // The write limit does not apply, because logging out must always work.
    onRequest: requireSession(auth.findAccess),
    preHandler: setOrigin('owner'),
    handler: async (request, reply) => {
      const token = bearerToken(request);
      if (token !== undefined) await auth.logout(token);
      return reply.code(204).send(null);
    },
  });
};
