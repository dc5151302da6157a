import { apiToken, apiTokenInput, newApiToken } from '@longhand/contract/api-tokens';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { failures, noContent, type Routes } from '../../http/responses.ts';
import type { AuthService } from '../auth.service.ts';
import { createCallerOf } from '../caller.ts';

type Options = { auth: AuthService; config: Pick<Config, 'admin' | 'site'> };

export const apiTokenRoutes: Routes<Options> = async (app, { auth, config }) => {
  const callerOf = createCallerOf(config);

  app.route({
    method: 'GET',
    url: '/tokens',
    config: { scope: 'owner' },
    schema: {
      summary: 'The API tokens, the newest first, also those that have ended',
      response: { 200: z.array(apiToken) },
    },
    handler: () => auth.apiTokens.list(),
  });

  app.route({
    method: 'POST',
    url: '/tokens',
    config: { scope: 'owner' },
    schema: {
      summary: 'Create an API token',
      description:
        'It is sent as a Bearer token, like that of a session. It works until it ends or is deleted, whatever becomes of the password and the sessions.',
      body: apiTokenInput,
      response: { 201: newApiToken.describe('Created'), ...failures(403, 429) },
    },
    handler: async (request, reply) => {
      const { name, scope, expires_at, ...proof } = request.body;
      const created = await auth.factors.confirmed(callerOf(request), proof, (trx) =>
        auth.apiTokens.create(trx, { name, scope, expires_at }),
      );
      return reply.code(201).send(created);
    },
  });

  app.route({
    method: 'DELETE',
    url: '/tokens/:id',
    // An attacker who used up the write limit must not prevent this.
    config: { scope: 'owner', isExemptFromWriteLimit: true, isAllowedOnFullDisk: true },
    schema: {
      summary: 'Delete an API token',
      description: 'It is refused from now on.',
      params: z.object({ id: z.uuid() }),
      response: { 204: z.null().describe('Deleted'), ...failures(404) },
    },
    handler: ({ params }, reply) => noContent(reply, auth.apiTokens.delete(params.id)),
  });
};
