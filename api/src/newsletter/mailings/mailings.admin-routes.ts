import {
  mailing,
  mailingInput,
  mailingPreview,
  mailingTestInput,
  testMailSent,
} from '@longhand/contract/newsletter';
import { storableText } from '@longhand/contract/text';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sendPart } from '../../http/list-part.ts';
import { BEARER, failures, writeFailures } from '../../http/responses.ts';
import type { MailingsService } from './mailings.service.ts';

type Options = { mailings: MailingsService };

const params = z.object({ id: storableText });
const common = { tags: ['Administration'], security: BEARER };

const CHANGES = {
  pause: 'Pause a mailing; mails on their way are not stopped',
  resume: 'Resume a mailing',
  cancel: 'Cancel a mailing for ever',
} as const;

/** Registered behind the session. */
export const mailingAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { mailings }) => {
  app.post(
    '/mailings',
    {
      schema: {
        ...common,
        summary: 'Send a public post to all subscribers',
        description: 'Once: another mailing of the same post is refused.',
        body: mailingInput,
        response: {
          202: z.object({ id: z.string() }).describe('It has begun'),
          ...writeFailures(400, 404, 409, 413, 415),
        },
      },
    },
    async ({ body }, reply) => reply.code(202).send(await mailings.create(body.post_id)),
  );

  app.get(
    '/mailings',
    {
      schema: {
        ...common,
        summary: 'Mailings, the newest first',
        querystring: z.object({ cursor: z.uuid().optional() }),
        response: { 200: z.array(mailing), ...failures(400, 401) },
      },
    },
    async (request, reply) => sendPart(request, reply, await mailings.list(request.query.cursor)),
  );

  app.get(
    '/mailings/preview',
    {
      schema: {
        ...common,
        summary: 'The mail of a post, as subscribers would get it',
        querystring: z.object(mailingInput.shape),
        response: { 200: mailingPreview, ...failures(400, 401, 404) },
      },
    },
    ({ query }) => mailings.preview(query.post_id),
  );

  app.post(
    '/mailings/test',
    {
      schema: {
        ...common,
        summary: 'Send the mail of a post to yourself',
        body: mailingTestInput,
        response: { 200: testMailSent, ...writeFailures(400, 404, 409, 413, 415, 502) },
      },
    },
    ({ body }) => mailings.sendTest(body.post_id, body.to),
  );

  app.get(
    '/mailings/:id',
    {
      schema: {
        ...common,
        summary: 'A mailing, with its progress',
        params,
        response: { 200: mailing, ...failures(400, 401, 404) },
      },
    },
    ({ params: { id } }) => mailings.find(id),
  );

  for (const change of ['pause', 'resume', 'cancel'] as const)
    app.post(
      `/mailings/:id/${change}`,
      {
        schema: {
          ...common,
          summary: CHANGES[change],
          params,
          response: { 200: mailing, ...writeFailures(400, 404, 409) },
        },
      },
      ({ params: { id } }) => mailings.change(id, change),
    );
};
