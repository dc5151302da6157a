import {
  confirmation,
  signupAnswer,
  signupInput,
  subscription,
} from '@longhand/contract/newsletter';
import {
  confirmationCall,
  SIGNUP_CALL,
  subscriptionCall,
} from '@longhand/contract/newsletter-addresses';
import { SECRET_LINK_HEADERS } from '@longhand/response-cache';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { failures } from '../../http/responses.ts';
import { visitorAddress } from '../../http/visitor-address.ts';
import type { SignupsService } from './signups.service.ts';

type Options = { signups: SignupsService };

const BODY_LIMIT = 64 * 1024;
const TAGS = ['Public'];
const params = z.object({ token: z.string() });
const CONFIRMATION = confirmationCall(':token');
const SUBSCRIPTION = subscriptionCall(':token');

/** Mail programs send what they like: the address says it all. */
function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    async (_request: FastifyRequest, _body: string | Buffer) => undefined,
  );
}

const linkRoutes: FastifyPluginAsyncZod<Options> = async (app, { signups }) => {
  ignoreBodies(app);

  app.get(
    CONFIRMATION,
    {
      schema: {
        tags: TAGS,
        summary: 'Whether the link of a confirmation mail works',
        description: 'Changes nothing: mail programs open links by themselves.',
        params,
        response: { 200: confirmation, ...failures(404) },
      },
    },
    ({ params: { token } }) => signups.findConfirmation(token),
  );

  app.post(
    CONFIRMATION,
    {
      schema: {
        tags: TAGS,
        summary: 'Confirm an address',
        description: 'Also repeatedly.',
        params,
        response: { 200: confirmation, ...failures(404, 413, 503, 507) },
      },
    },
    (request) => signups.confirm(request.params.token, visitorAddress(request)),
  );

  app.get(
    SUBSCRIPTION,
    {
      schema: {
        tags: TAGS,
        summary: 'The state of a subscription, by the link in a mail',
        description: 'Changes nothing: mail programs open links by themselves.',
        params,
        response: { 200: subscription, ...failures(404) },
      },
    },
    ({ params: { token } }) => signups.findSubscription(token),
  );

  app.post(
    SUBSCRIPTION,
    {
      config: { isAllowedOnFullDisk: true },
      schema: {
        tags: TAGS,
        summary: 'Leave the newsletter',
        description: 'With any body or none, as RFC 8058 has it; also repeatedly.',
        params,
        response: { 200: subscription, ...failures(404, 413, 503, 507) },
      },
    },
    ({ params: { token } }) => signups.leave(token),
  );
};

export const newsletterRoutes: FastifyPluginAsyncZod<Options> = async (app, { signups }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECRET_LINK_HEADERS);
  });
  await app.register(linkRoutes, { signups });

  app.post(
    SIGNUP_CALL,
    {
      bodyLimit: BODY_LIMIT,
      schema: {
        tags: TAGS,
        summary: 'Ask for the newsletter',
        description:
          'The same answer whether the address is new, known or has left. A mail with a link follows, at most five an hour. 409 while mail is not set up.',
        body: signupInput,
        response: {
          202: signupAnswer.describe('Accepted'),
          ...failures(400, 409, 413, 415, 429, 503, 507),
        },
      },
    },
    async (request, reply) => {
      await signups.join(request.body, visitorAddress(request));
      return reply.code(202).send({});
    },
  );
};
