import {
  redirect,
  redirectImport,
  redirectInput,
  redirectKey,
  redirectListQuery,
} from '@longhand/contract/redirect-list';
import { z } from 'zod';
import { acceptCsv, csvResponse, sendCsv } from '../http/csv.ts';
import { sendPart } from '../http/list-part.ts';
import { failures, noContent, type Routes } from '../http/responses.ts';
import type { RedirectsService } from './redirects.service.ts';

type Options = { redirects: RedirectsService };

const CSV_PATH = '/redirects.csv';

export const redirectAdminRoutes: Routes<Options> = async (app, { redirects }) => {
  acceptCsv(app);

  app.route({
    method: 'GET',
    url: '/redirects',
    schema: {
      summary: 'Old addresses, by path, and where they lead',
      querystring: redirectListQuery,
      response: { 200: z.array(redirect) },
    },
    handler: async (request, reply) =>
      sendPart(request, reply, await redirects.list(request.query)),
  });

  app.route({
    method: 'POST',
    url: '/redirects',
    config: { scope: 'publish' },
    schema: {
      summary: 'Add a redirect',
      description: 'Addresses that the site uses itself are refused, and those that lead back.',
      body: redirectInput,
      response: { 201: redirect.describe('Added') },
    },
    handler: async (request, reply) => reply.code(201).send(await redirects.add(request.body)),
  });

  app.route({
    method: 'PUT',
    url: '/redirects',
    config: { scope: 'publish' },
    schema: {
      summary: 'Change a redirect',
      description: 'The query has its old address as it is now, because a path has slashes.',
      querystring: redirectKey,
      body: redirectInput,
      response: { 200: redirect, ...failures(404) },
    },
    handler: ({ query, body }) => redirects.change(query.from, body),
  });

  app.route({
    method: 'DELETE',
    url: '/redirects',
    config: { scope: 'publish' },
    schema: {
      summary: 'Remove a redirect',
      querystring: redirectKey,
      response: { 204: z.null().describe('Removed'), ...failures(404) },
    },
    handler: ({ query }, reply) => noContent(reply, redirects.remove(query.from)),
  });

  app.route({
    method: 'GET',
    url: CSV_PATH,
    schema: {
      summary: 'All redirects as CSV',
      description: 'With the header from,to. Those that lead to something deleted are left out.',
      response: { 200: csvResponse },
    },
    handler: async (_request, reply) =>
      sendCsv(reply as never, 'redirects.csv', redirects.exportCsv()) as never,
  });

  app.route({
    method: 'POST',
    url: CSV_PATH,
    config: { scope: 'publish' },
    schema: {
      summary: 'Add and change redirects by CSV',
      description:
        'The first line is the header from,to. Lines that cannot be used are counted, and the first of them named; all others are done. If the server stops meanwhile, send the list again.',
      consumes: ['text/csv'],
      body: z.string(),
      response: { 200: redirectImport },
    },
    handler: ({ body }) => redirects.importCsv(body),
  });
};
