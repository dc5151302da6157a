import { account, accountInput, passwordInput } from '@longhand/contract/account';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ProblemError } from '../http/problem.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import { bearerToken } from '../http/session.ts';
import type { AccountService } from './account.service.ts';
import type { AuthService } from './auth.service.ts';

type Options = { auth: AuthService; accounts: AccountService; admin: Config['admin'] };

function passwordLocked(): ProblemError {
  return new ProblemError(
    'invalid-input',
    'ADMIN_PASSWORD is set and overrides the stored password at every start. Change it there, or unset it first.',
  );
}

/** Registered behind the session. */
export const accountRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { auth, accounts, admin } = options;

  app.get(
    '/account',
    {
      schema: {
        tags: ['Administration'],
        summary:
          'The name of the administrator, whether the password can be changed, and the view of the editor',
        security: BEARER,
        response: { 200: account, ...failures(401) },
      },
    },
    () => accounts.read(),
  );

  app.put(
    '/account',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Choose the view in which the post editor opens',
        description: 'Changes what is in the body; null forgets the choice.',
        security: BEARER,
        body: accountInput,
        response: { 200: account, ...writeFailures(400, 413, 415) },
      },
    },
    ({ body }) => accounts.update(body),
  );

  app.post(
    '/password',
    {
      // An attacker who used up the write limit must not prevent this. It has the limit of logins.
      config: { isExemptFromWriteLimit: true, isAllowedOnFullDisk: true },
      schema: {
        tags: ['Administration'],
        summary: 'Change the password',
        description: 'Ends all other sessions. Not possible while ADMIN_PASSWORD is set.',
        security: BEARER,
        body: passwordInput,
        response: {
          204: z.null().describe('Changed'),
          ...writeFailures(400, 403, 413, 415),
        },
      },
    },
    async (request, reply) => {
      if (admin.password !== undefined) throw passwordLocked();
      const token = bearerToken(request) ?? '';
      const change = { ...request.body, token, address: request.ip };
      await auth.changePassword(admin.username, change);
      return reply.code(204).send(null);
    },
  );
};
