import {
  redirect,
  redirectImport,
  redirectInput,
  redirectKey,
  redirectListQuery,
} from '@longhand/contract/redirect-list';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { acceptCsv, csvResponse, sendCsv } from '../http/csv.ts';
import { sendPart } from '../http/list-part.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { RedirectsService } from './redirects.service.ts';

type Options = { redirects: RedirectsService };

const CSV_PATH = '/redirects.csv';

/** Registered behind the session. */
export const redirectAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { redirects }) => {
  acceptCsv(app);

  app.get(
    '/redirects',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Old addresses, by path, and where they lead',
        security: BEARER,
        querystring: redirectListQuery,
        response: { 200: z.array(redirect), ...failures(400, 401) },
      },
    },
    async (request, reply) => sendPart(request, reply, await redirects.list(request.query)),
  );

  app.post(
    '/redirects',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Add a redirect',
        description: 'Addresses that the site uses itself are refused, and those that lead back.',
        security: BEARER,
        body: redirectInput,
        response: { 201: redirect.describe('Added'), ...writeFailures(400, 413, 415) },
      },
    },
    async (request, reply) => reply.code(201).send(await redirects.add(request.body)),
  );

  app.put(
    '/redirects',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Change a redirect',
        description: 'The query has its old address as it is now, because a path has slashes.',
        security: BEARER,
        querystring: redirectKey,
        body: redirectInput,
        response: { 200: redirect, ...writeFailures(400, 404, 413, 415) },
      },
    },
    ({ query, body }) => redirects.change(query.from, body),
  );

  app.delete(
    '/redirects',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Remove a redirect',
        security: BEARER,
        querystring: redirectKey,
        response: { 204: z.null().describe('Removed'), ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => {
      await redirects.remove(request.query.from);
      return reply.code(204).send(null);
    },
  );

  app.get(
    CSV_PATH,
    {
      schema: {
        tags: ['Administration'],
        summary: 'All redirects as CSV',
        description: 'With the header from,to. Those that lead to something deleted are left out.',
        security: BEARER,
        response: {
          200: csvResponse,
          ...failures(401),
        },
      },
    },
    async (_request, reply) =>
      sendCsv(reply as never, 'redirects.csv', redirects.exportCsv()) as never,
  );

  app.post(
    CSV_PATH,
    {
      schema: {
        tags: ['Administration'],
        summary: 'Add and change redirects by CSV',
        description:
          'The first line is the header from,to. Lines that cannot be used are named; all others are done.',
        consumes: ['text/csv'],
        security: BEARER,
        body: z.string(),
        response: { 200: redirectImport, ...writeFailures(400, 413, 415) },
      },
    },
    ({ body }) => redirects.importCsv(body),
  );
};
