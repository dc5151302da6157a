import {
  addedPasskey,
  confirmation,
  confirmedTotp,
  madeRecoveryCodes,
  passkeyCreationOptions,
  passkeyInput,
  totpConfirmation,
  totpSetup,
} from '@longhand/contract/second-factor';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { failures, noContent, type Routes } from '../http/responses.ts';
import type { AuthService } from './auth.service.ts';
import { createCallerOf } from './caller.ts';

/** An attacker who used up the write limit must not prevent this. The limit of logins applies to it. */
const config = { scope: 'owner', isExemptFromWriteLimit: true, isAllowedOnFullDisk: true } as const;

const ASKS_AGAIN =
  'Asks for the password again and, once a second factor is on, for a code or a passkey.';
const ENDS_OTHERS = 'Ends all other sessions.';

const removed = z.null().describe('Removed');

type Options = { auth: AuthService; config: Pick<Config, 'admin' | 'site'> };

export const factorRoutes: Routes<Options> = async (app, options) => {
  const { factors } = options.auth;
  const callerOf = createCallerOf(options.config);

  app.route({
    method: 'POST',
    url: '/totp',
    config,
    schema: {
      summary: 'Begin to set up an authenticator app',
      description: `${ASKS_AGAIN} Nothing changes until a code of the app confirms it.`,
      body: confirmation,
      response: { 201: totpSetup, ...failures(403, 429) },
    },
    handler: async (request, reply) => {
      const setup = await factors.beginTotp(callerOf(request), request.body);
      return reply.code(201).send(setup);
    },
  });

  app.route({
    method: 'POST',
    url: '/totp/confirm',
    config,
    schema: {
      summary: 'Switch the authenticator app on with one of its codes',
      description: `Replaces an app that was set up before. ${ENDS_OTHERS}`,
      body: totpConfirmation,
      response: { 200: confirmedTotp, ...failures(403, 429) },
    },
    handler: async (request) => ({
      recovery_codes: await factors.confirmTotp(callerOf(request), request.body.code),
    }),
  });

  app.route({
    method: 'POST',
    url: '/totp/remove',
    config,
    schema: {
      summary: 'Remove the authenticator app',
      description: `${ASKS_AGAIN} ${ENDS_OTHERS}`,
      body: confirmation,
      response: { 204: removed, ...failures(403, 404, 429) },
    },
    handler: (request, reply) =>
      noContent(reply, factors.removeTotp(callerOf(request), request.body)),
  });

  app.route({
    method: 'POST',
    url: '/passkeys/options',
    config,
    schema: {
      summary: 'Begin to add a passkey',
      description: `${ASKS_AGAIN} The answer is for \`PublicKeyCredential.parseCreationOptionsFromJSON\`.`,
      body: confirmation,
      response: { 200: passkeyCreationOptions, ...failures(403, 429) },
    },
    handler: (request) => factors.beginPasskey(callerOf(request), request.body),
  });

  app.route({
    method: 'POST',
    url: '/passkeys',
    config,
    schema: {
      summary: 'Add a passkey',
      description: `\`response\` is the credential’s \`toJSON()\`. ${ENDS_OTHERS}`,
      body: passkeyInput,
      response: { 201: addedPasskey },
    },
    handler: async (request, reply) => {
      const added = await factors.addPasskey(callerOf(request), request.body);
      return reply.code(201).send(added);
    },
  });

  app.route({
    method: 'POST',
    url: '/passkeys/:id/remove',
    config,
    schema: {
      summary: 'Remove a passkey',
      description: `${ASKS_AGAIN} ${ENDS_OTHERS}`,
      params: z.object({ id: z.uuid() }),
      body: confirmation,
      response: { 204: removed, ...failures(403, 404, 429) },
    },
    handler: (request, reply) =>
      noContent(reply, factors.removePasskey(callerOf(request), request.params.id, request.body)),
  });

  app.route({
    method: 'POST',
    url: '/recovery-codes',
    config,
    schema: {
      summary: 'Make ten new recovery codes',
      description: `${ASKS_AGAIN} The old ones stop working. ${ENDS_OTHERS}`,
      body: confirmation,
      response: { 200: madeRecoveryCodes, ...failures(403, 429) },
    },
    handler: async (request) => ({
      recovery_codes: await factors.renewRecoveryCodes(callerOf(request), request.body),
    }),
  });
};
