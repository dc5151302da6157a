import { account, accountInput, passwordInput } from '@longhand/contract/account';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { ProblemError } from '../http/problem.ts';
import { failures, type Routes } from '../http/responses.ts';
import { bearerToken } from '../http/session.ts';
import type { AccountService } from './account.service.ts';
import type { AuthService } from './auth.service.ts';

type Options = { auth: AuthService; accounts: AccountService; admin: Config['admin'] };

function passwordLocked({ passwordFrom }: Config['admin']): ProblemError {
  return new ProblemError(
    'invalid-input',
    `${passwordFrom} is set and overrides the stored password at every start. Change it there, or unset it first.`,
  );
}

export const accountRoutes: Routes<Options> = async (app, options) => {
  const { auth, accounts, admin } = options;

  app.route({
    method: 'GET',
    url: '/account',
    config: { scope: 'owner' },
    schema: {
      summary:
        'The name of the administrator, whether the password can be changed, and the view of the editor',
      response: { 200: account },
    },
    handler: () => accounts.read(),
  });

  app.route({
    method: 'PUT',
    url: '/account',
    config: { scope: 'owner' },
    schema: {
      summary: 'Choose the view in which the post editor opens',
      description: 'Changes what is in the body; null forgets the choice.',
      body: accountInput,
      response: { 200: account },
    },
    handler: ({ body }) => accounts.update(body),
  });

  app.route({
    method: 'POST',
    url: '/password',
    // An attacker who used up the write limit must not prevent this. The limit of logins applies to it.
    config: { scope: 'owner', isExemptFromWriteLimit: true, isAllowedOnFullDisk: true },
    schema: {
      summary: 'Change the password',
      description:
        'Ends all other sessions. Not possible while ADMIN_PASSWORD or ADMIN_PASSWORD_FILE is set.',
      body: passwordInput,
      response: { 204: z.null().describe('Changed'), ...failures(403, 429) },
    },
    handler: async (request, reply) => {
      if (admin.password !== undefined) throw passwordLocked(admin);
      const token = bearerToken(request) ?? '';
      const change = { ...request.body, token, address: request.ip };
      await auth.changePassword(admin.username, change);
      return reply.code(204).send(null);
    },
  });
};
