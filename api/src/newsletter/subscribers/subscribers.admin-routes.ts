import {
  newsletterSummary,
  subscriber,
  subscriberImport,
  subscriberImportQuery,
  subscriberInput,
  subscriberList,
  subscriberListQuery,
} from '@longhand/contract/newsletter/newsletter';
import { storableText } from '@longhand/contract/text/text';
import { z } from 'zod';
import { acceptCsv, csvResponse, sendCsv } from '../../http/csv.ts';
import { linkToNext } from '../../http/list-part.ts';
import { failures, noContent, type Routes } from '../../http/responses.ts';
import type { SubscribersService } from './subscribers.service.ts';

type Options = { subscribers: SubscribersService };

const CSV_PATH = '/subscribers.csv';
const CSV_LIMIT = 32 * 1024 * 1024;

export const subscriberAdminRoutes: Routes<Options> = async (app, { subscribers }) => {
  acceptCsv(app);

  app.route({
    method: 'GET',
    url: '/newsletter',
    schema: {
      summary: 'Whether mail is set up, and how many subscribers there are',
      response: { 200: newsletterSummary },
    },
    handler: () => subscribers.summarize(),
  });

  app.route({
    method: 'GET',
    url: '/subscribers',
    schema: {
      summary: 'Subscribers, newest first',
      querystring: subscriberListQuery,
      response: { 200: subscriberList },
    },
    handler: async (request, reply) => {
      const { next, ...found } = await subscribers.list(request.query);
      linkToNext(request, reply, next);
      return found;
    },
  });

  app.route({
    method: 'POST',
    url: '/subscribers',
    config: { scope: 'write' },
    schema: {
      summary: 'Add a subscriber, with your word that this person agreed',
      description:
        'Confirmed at once, without a mail. 409 for one who has unsubscribed, or whose address bounced.',
      body: subscriberInput,
      response: {
        200: subscriber.describe('Was confirmed already'),
        201: subscriber.describe('Added'),
        ...failures(409),
      },
    },
    handler: async ({ body }, reply) => {
      const added = await subscribers.add(body.email);
      return reply.code(added.isNew ? 201 : 200).send(added.subscriber);
    },
  });

  app.route({
    method: 'DELETE',
    url: '/subscribers/:id',
    config: { scope: 'write' },
    schema: {
      summary: 'Delete a subscriber for good',
      description:
        'Nothing remembers that this person unsubscribed: the address can be added again.',
      params: z.object({ id: storableText }),
      response: { 204: z.null().describe('Deleted'), ...failures(404) },
    },
    handler: ({ params }, reply) => noContent(reply, subscribers.remove(params.id)),
  });

  app.route({
    method: 'GET',
    url: CSV_PATH,
    schema: {
      summary: 'All subscribers as CSV',
      description:
        'What a spreadsheet would run as a formula begins with an apostrophe, which the import removes again.',
      response: { 200: csvResponse },
    },
    handler: async (_request, reply) =>
      sendCsv(reply as never, 'subscribers.csv', subscribers.exportCsv()) as never,
  });

  app.route({
    method: 'POST',
    url: CSV_PATH,
    bodyLimit: CSV_LIMIT,
    config: { scope: 'write' },
    schema: {
      summary: 'Add subscribers by CSV, with your word that all of them agreed',
      description:
        'The first line is a header with a column email. Those with waiting, unsubscribed or bounced in a column state are refused. Nobody gets a mail, and nobody who unsubscribed or bounced comes back.',
      consumes: ['text/csv'],
      querystring: subscriberImportQuery,
      body: z.string(),
      response: { 200: subscriberImport },
    },
    handler: ({ body }) => subscribers.importCsv(body),
  });
};
