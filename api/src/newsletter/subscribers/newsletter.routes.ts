import {
  confirmation,
  signupAnswer,
  signupInput,
  subscription,
} from '@longhand/contract/newsletter/newsletter';
import {
  confirmationCall,
  SIGNUP_CALL,
  subscriptionCall,
} from '@longhand/contract/newsletter/newsletter-addresses';
import { SECRET_LINK_HEADERS } from '@longhand/response-cache';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { visitorAddress } from '../../http/proxies.ts';
import { failures, type Routes } from '../../http/responses.ts';
import type { SignupsService } from './signups.service.ts';
import {
  BLOG_MAILS_PER_HOUR,
  MAILS_PER_DAY,
  MAILS_PER_HOUR,
  SIGNUPS_PER_HOUR,
} from './signups.service.ts';

type Options = { signups: SignupsService };

const BODY_LIMIT = 64 * 1024;
const params = z.object({ token: z.string() });
const CONFIRMATION = confirmationCall(':token');
const SUBSCRIPTION = subscriptionCall(':token');

/** Mail programs send any body; only the URL counts. */
function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    async (_request: FastifyRequest, _body: string | Buffer) => undefined,
  );
}

const linkRoutes: Routes<Options> = async (app, { signups }) => {
  ignoreBodies(app);

  app.route({
    method: 'GET',
    url: CONFIRMATION,
    schema: {
      summary: 'Whether the link of a confirmation mail works',
      description: 'Changes nothing: mail programs open links by themselves.',
      params,
      response: { 200: confirmation, ...failures(404) },
    },
    handler: ({ params: { token } }) => signups.findConfirmation(token),
  });

  app.route({
    method: 'POST',
    url: CONFIRMATION,
    schema: {
      summary: 'Confirm an address',
      description: 'Also repeatedly.',
      params,
      response: { 200: confirmation, ...failures(404, 413, 503, 507) },
    },
    handler: (request) => signups.confirm(request.params.token, visitorAddress(request)),
  });

  app.route({
    method: 'GET',
    url: SUBSCRIPTION,
    schema: {
      summary: 'The state of a subscription, by the link in a mail',
      description: 'Changes nothing: mail programs open links by themselves.',
      params,
      response: { 200: subscription, ...failures(404) },
    },
    handler: ({ params: { token } }) => signups.findSubscription(token),
  });

  app.route({
    method: 'POST',
    url: SUBSCRIPTION,
    config: { isAllowedOnFullDisk: true },
    schema: {
      summary: 'Unsubscribe',
      description: 'With any body or none, as RFC 8058 has it; also repeatedly.',
      params,
      response: { 200: subscription, ...failures(404, 413, 503, 507) },
    },
    handler: ({ params: { token } }) => signups.unsubscribe(token),
  });
};

export const newsletterRoutes: Routes<Options> = async (app, { signups }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECRET_LINK_HEADERS);
  });
  await app.register(linkRoutes, { signups });

  app.route({
    method: 'POST',
    url: SIGNUP_CALL,
    bodyLimit: BODY_LIMIT,
    schema: {
      summary: 'Ask for the newsletter',
      description: `The same answer whether the address is new, known or unsubscribed. A mail with a link follows, to one mailbox at most ${MAILS_PER_HOUR} an hour and ${MAILS_PER_DAY} a day. 409 while mail is not set up. 429 after ${SIGNUPS_PER_HOUR} uses by one visitor or ${BLOG_MAILS_PER_HOUR} mails to all in an hour.`,
      body: signupInput,
      response: {
        202: signupAnswer.describe('Accepted'),
        ...failures(400, 409, 413, 415, 429, 503, 507),
      },
    },
    handler: async (request, reply) => {
      await signups.join(request.body, visitorAddress(request));
      return reply.code(202).send({});
    },
  });
};
