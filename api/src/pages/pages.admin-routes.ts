import { TRASH_DAYS } from '@longhand/contract/limits';
import { newPageInput, page, pageId, pageInput } from '@longhand/contract/pages';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import { expectedVersion, ifMatch, withVersion } from '../posts/version-headers.ts';
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
        description: 'It is public at once.',
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
          'Fields that are left out stay as they are. The addresses of About and Contact cannot be changed. A text of theirs that equals the default one goes on following the name of the site; without a meta description they have the default one.',
        security: BEARER,
        params,
        headers: z.object({ 'if-match': ifMatch }),
        body: pageInput,
        response: { 200: page, ...writeFailures(400, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      return withVersion(reply, await pages.update(request.params.id, request.body, version));
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
};
