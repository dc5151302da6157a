import {
  newPageInput,
  page,
  pageId,
  pageInput,
  pageVersion,
  trashedPage,
} from '@longhand/contract/pages/pages';
import {
  pageWorkingCopy,
  pageWorkingCopyInput,
  pageWorkingCopySummary,
} from '@longhand/contract/working-copies';
import { z } from 'zod';
import { documentRoutes, withVersion } from '../documents/documents.admin-routes.ts';
import { failures, type Routes } from '../http/responses.ts';
import type { PagesService } from './pages.service.ts';

type Options = { pages: PagesService };

const params = z.object({ id: pageId });

export const adminPageRoutes: Routes<Options> = async (app, { pages }) => {
  app.route({
    method: 'GET',
    url: '/pages',
    schema: {
      summary: 'All pages, whole, in their order',
      description: 'About and Contact are always among them.',
      response: { 200: z.array(page) },
    },
    handler: () => pages.list(),
  });

  app.route({
    method: 'GET',
    url: '/pages/:id',
    schema: {
      summary: 'One page',
      params,
      response: { 200: page, ...failures(404) },
    },
    handler: async (request, reply) => withVersion(reply, await pages.find(request.params.id)),
  });

  app.route({
    method: 'POST',
    url: '/pages',
    config: { scope: 'publish' },
    schema: {
      summary: 'Create a page',
      description: 'It is public immediately.',
      body: newPageInput,
      response: { 201: page.describe('Created') },
    },
    handler: async (request, reply) =>
      withVersion(reply.code(201), await pages.create(request.body)),
  });

  await app.register(documentRoutes, {
    ...{ name: 'page', id: pageId, document: page, input: pageInput, service: pages },
    scope: 'publish',
    rules: {
      change:
        ' The addresses of About and Contact cannot be changed. If their text equals the default, it keeps following the site’s name; without a meta description they use the default.',
      deletion: ' About and Contact cannot be deleted.',
    },
    versions: {
      listed: pageVersion,
      first: 0,
      description: 'Version 0 is the default text of About or Contact.',
    },
    trash: {
      path: '/trash/pages',
      listed: trashedPage,
      deleteForGood: 'With its versions and working copy. It cannot be undone.',
      restore:
        'The page is restored as it was, with its version. If another page has its address by then, it gets a numbered one.',
    },
    copies: {
      path: '/page-working-copies',
      ...{ whole: pageWorkingCopy, listed: pageWorkingCopySummary, input: pageWorkingCopyInput },
      newId: 'any text that no other one has, such as a UUID',
      service: pages.workingCopies,
    },
  });
};
