import {
  mailing,
  mailingInput,
  mailingPreview,
  mailingTestInput,
  testMailSent,
} from '@longhand/contract/newsletter/newsletter';
import { storableText } from '@longhand/contract/text/text';
import { z } from 'zod';
import { sendPart } from '../../http/list-part.ts';
import { failures, type Routes } from '../../http/responses.ts';
import type { MailingsService } from './mailings.service.ts';

type Options = { mailings: MailingsService };

const params = z.object({ id: storableText });

const CHANGES = {
  pause: 'Pause a mailing; mails on their way are not stopped',
  resume: 'Resume a mailing',
  cancel: 'Cancel a mailing for ever',
} as const;

export const mailingAdminRoutes: Routes<Options> = async (app, { mailings }) => {
  app.route({
    method: 'POST',
    url: '/mailings',
    config: { scope: 'publish' },
    schema: {
      summary: 'Send a public post to all subscribers',
      description: 'Once: another mailing of the same post is refused.',
      body: mailingInput,
      response: {
        202: z.object({ id: z.string() }).describe('It has begun'),
        ...failures(404, 409),
      },
    },
    handler: async ({ body }, reply) => reply.code(202).send(await mailings.create(body.post_id)),
  });

  app.route({
    method: 'GET',
    url: '/mailings',
    schema: {
      summary: 'Mailings, the newest first',
      querystring: z.object({ cursor: z.uuid().optional() }),
      response: { 200: z.array(mailing) },
    },
    handler: async (request, reply) =>
      sendPart(request, reply, await mailings.list(request.query.cursor)),
  });

  app.route({
    method: 'GET',
    url: '/mailings/preview',
    schema: {
      summary: 'The mail of a post, as subscribers would get it',
      querystring: z.object(mailingInput.shape),
      response: { 200: mailingPreview, ...failures(404) },
    },
    handler: ({ query }) => mailings.preview(query.post_id),
  });

  app.route({
    method: 'POST',
    url: '/mailings/test',
    config: { scope: 'publish' },
    schema: {
      summary: 'Send the mail of a post to yourself',
      body: mailingTestInput,
      response: { 200: testMailSent, ...failures(404, 409, 502) },
    },
    handler: ({ body }) => mailings.sendTest(body.post_id, body.to),
  });

  app.route({
    method: 'GET',
    url: '/mailings/:id',
    schema: {
      summary: 'A mailing, with its progress',
      params,
      response: { 200: mailing, ...failures(404) },
    },
    handler: ({ params: { id } }) => mailings.find(id),
  });

  for (const change of ['pause', 'resume', 'cancel'] as const)
    app.route({
      method: 'POST',
      url: `/mailings/:id/${change}`,
      config: { scope: 'publish' },
      schema: {
        summary: CHANGES[change],
        params,
        response: { 200: mailing, ...failures(404, 409) },
      },
      handler: ({ params: { id } }) => mailings.change(id, change),
    });
};
