import {
  newsletterSummary,
  subscriber,
  subscriberImport,
  subscriberImportQuery,
  subscriberInput,
  subscriberList,
  subscriberListQuery,
} from '@longhand/contract/newsletter';
import { storableText } from '@longhand/contract/text';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { acceptCsv, csvResponse, sendCsv } from '../../http/csv.ts';
import { linkToNext } from '../../http/list-part.ts';
import { BEARER, failures, writeFailures } from '../../http/responses.ts';
import type { SubscribersService } from './subscribers.service.ts';

type Options = { subscribers: SubscribersService };

const CSV_PATH = '/subscribers.csv';
/** A few hundred thousand lines. */
const CSV_LIMIT = 32 * 1024 * 1024;
const TAGS = ['Administration'];

/** Registered behind the session. */
export const subscriberAdminRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { subscribers },
) => {
  acceptCsv(app);

  app.get(
    '/newsletter',
    {
      schema: {
        tags: TAGS,
        summary: 'Whether mail is set up, and how many subscribers there are',
        security: BEARER,
        response: { 200: newsletterSummary, ...failures(401) },
      },
    },
    () => subscribers.summarize(),
  );

  app.get(
    '/subscribers',
    {
      schema: {
        tags: TAGS,
        summary: 'Subscribers, newest first',
        security: BEARER,
        querystring: subscriberListQuery,
        response: { 200: subscriberList, ...failures(400, 401) },
      },
    },
    async (request, reply) => {
      const { next, ...found } = await subscribers.list(request.query);
      linkToNext(request, reply, next);
      return found;
    },
  );

  app.post(
    '/subscribers',
    {
      schema: {
        tags: TAGS,
        summary: 'Add a subscriber, with your word that this person agreed',
        description:
          'Confirmed at once, without a mail. 409 for one who has left, or whose address bounced.',
        security: BEARER,
        body: subscriberInput,
        response: {
          200: subscriber.describe('Was confirmed already'),
          201: subscriber.describe('Added'),
          ...writeFailures(400, 409, 413, 415),
        },
      },
    },
    async ({ body }, reply) => {
      const added = await subscribers.add(body.email);
      return reply.code(added.isNew ? 201 : 200).send(added.subscriber);
    },
  );

  app.delete(
    '/subscribers/:id',
    {
      schema: {
        tags: TAGS,
        summary: 'Delete a subscriber for good',
        description: 'Nothing remembers that this person left: the address can be added again.',
        security: BEARER,
        params: z.object({ id: storableText }),
        response: { 204: z.null().describe('Deleted'), ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => {
      await subscribers.remove(request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    CSV_PATH,
    {
      schema: {
        tags: TAGS,
        summary: 'All subscribers as CSV',
        description:
          'What a spreadsheet would run as a formula begins with an apostrophe, which the import removes again.',
        security: BEARER,
        response: {
          200: csvResponse,
          ...failures(401),
        },
      },
    },
    async (_request, reply) =>
      sendCsv(reply as never, 'subscribers.csv', subscribers.exportCsv()) as never,
  );

  app.post(
    CSV_PATH,
    {
      bodyLimit: CSV_LIMIT,
      schema: {
        tags: TAGS,
        summary: 'Add subscribers by CSV, with your word that all of them agreed',
        description:
          'The first line is a header with a column email. Those with waiting, unsubscribed or bounced in a column state are refused. Nobody gets a mail, and nobody who left or bounced comes back.',
        consumes: ['text/csv'],
        security: BEARER,
        querystring: subscriberImportQuery,
        body: z.string(),
        response: { 200: subscriberImport, ...writeFailures(400, 413, 415) },
      },
    },
    ({ body }) => subscribers.importCsv(body),
  );
};
