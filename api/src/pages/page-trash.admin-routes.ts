import { trashListQuery } from '@longhand/contract/list-query';
import { page, pageId, trashedPage } from '@longhand/contract/pages';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sendPart } from '../http/list-part.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import { withVersion } from '../posts/version-headers.ts';
import type { PagesService } from './pages.service.ts';

type Options = { pages: PagesService };

const params = z.object({ id: pageId });

/** Registered behind the session. */
export const pageTrashRoutes: FastifyPluginAsyncZod<Options> = async (app, { pages }) => {
  app.get(
    '/trash/pages',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Deleted pages that can be restored, the latest deletion first',
        security: BEARER,
        querystring: trashListQuery,
        response: { 200: z.array(trashedPage), ...failures(400, 401) },
      },
    },
    async (request, reply) => {
      const { query, log } = request;
      const part = await pages.listTrash(query, ({ message }) => log.error(message));
      return sendPart(request, reply, part);
    },
  );

  app.delete(
    '/trash/pages/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Delete a page for good',
        description: 'With its versions. It cannot be undone.',
        security: BEARER,
        params,
        response: { 204: z.null().describe('Deleted for good'), ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => {
      await pages.deleteForGood(request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/trash/pages/:id/restore',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Restore a deleted page',
        description:
          'It comes back as it was, in its version. If another page has its address by then, it gets one with a number.',
        security: BEARER,
        params,
        response: { 200: page, ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => withVersion(reply, await pages.restore(request.params.id)),
  );
};
