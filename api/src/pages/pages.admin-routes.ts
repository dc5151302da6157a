import { TRASH_DAYS } from '@longhand/contract/limits';
import {
  pageWorkingCopy,
  pageWorkingCopyInput,
  pageWorkingCopySummary,
} from '@longhand/contract/page-working-copies';
import {
  newPageInput,
  page,
  pageId,
  pageInput,
  pageVersion,
  trashedPage,
} from '@longhand/contract/pages';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { trashRoutes } from '../documents/trash.admin-routes.ts';
import {
  expectedVersion,
  ifMatch,
  withVersion,
  workingCopyHeader,
} from '../documents/version-headers.ts';
import { versionRoutes } from '../documents/versions.admin-routes.ts';
import { workingCopyRoutes } from '../documents/working-copies.admin-routes.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { PagesService } from './pages.service.ts';

type Options = { pages: PagesService };

const params = z.object({ id: pageId });

/** Registered behind the session. */
export const adminPageRoutes: FastifyPluginAsyncZod<Options> = async (app, { pages }) => {
  app.get(
    '/pages',
    {
      schema: {
        tags: ['Administration'],
        summary: 'All pages, whole, in their order',
        description: 'About and Contact are always among them.',
        security: BEARER,
        response: { 200: z.array(page), ...failures(401) },
      },
    },
    () => pages.list(),
  );

  app.get(
    '/pages/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'One page',
        security: BEARER,
        params,
        response: { 200: page, ...failures(400, 401, 404) },
      },
    },
    async (request, reply) => withVersion(reply, await pages.find(request.params.id)),
  );

  app.post(
    '/pages',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Create a page',
        description: 'It is public immediately.',
        security: BEARER,
        body: newPageInput,
        response: { 201: page.describe('Created'), ...writeFailures(400, 413, 415) },
      },
    },
    async (request, reply) => withVersion(reply.code(201), await pages.create(request.body)),
  );

  app.put(
    '/pages/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Change a page',
        description:
          'Omitted fields stay as they are. The addresses of About and Contact cannot be changed. If their text equals the default, it keeps following the site’s name; without a meta description they use the default.',
        security: BEARER,
        params,
        headers: z.object({ 'if-match': ifMatch, 'working-copy': workingCopyHeader }),
        body: pageInput,
        response: { 200: page, ...writeFailures(400, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const saved = await pages.update(request.params.id, request.body, {
        version: expectedVersion(request.headers['if-match']),
        workingCopy: expectedVersion(request.headers['working-copy']),
      });
      return withVersion(reply, saved);
    },
  );

  app.delete(
    '/pages/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Delete a page',
        description: `It is kept in the trash for ${TRASH_DAYS} days. About and Contact cannot be deleted.`,
        security: BEARER,
        params,
        response: { 204: z.null().describe('Deleted'), ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => {
      await pages.delete(request.params.id);
      return reply.code(204).send(null);
    },
  );

  await app.register(workingCopyRoutes, {
    ...{ name: 'page', path: '/page-working-copies', input: pageWorkingCopyInput },
    ...{ copy: pageWorkingCopy, listed: pageWorkingCopySummary },
    newId: 'any text that no other one has, such as a UUID',
    service: pages.workingCopies,
  });

  const shared = { name: 'page', id: pageId, document: page, service: pages } as const;
  await app.register(versionRoutes, {
    ...shared,
    listed: pageVersion,
    firstVersion: 0,
    description: 'Version 0 is the default text of About or Contact.',
  });
  await app.register(trashRoutes, {
    ...shared,
    path: '/trash/pages',
    listed: trashedPage,
    descriptions: {
      deleteForGood: 'With its versions and working copy. It cannot be undone.',
      restore:
        'The page is restored as it was, with its version. If another page has its address by then, it gets a numbered one.',
    },
  });
};
