import { trashListQuery } from '@longhand/contract/list-query';
import { post, postId, trashedPost, wholeTrashedPost } from '@longhand/contract/posts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { sendPart } from '../http/list-part.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { PostsService } from './posts.service.ts';
import { latestFirst, searchTrash } from './private-search.repository.ts';
import type { OnCorrupt } from './snapshots.ts';
import { listTrash, listTrashWithIds } from './trash.repository.ts';
import { withVersion } from './version-headers.ts';

type Options = { db: Database; posts: PostsService };

const params = z.object({ id: postId });

/** Registered behind the session. */
export const trashRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, posts }) => {
  app.get(
    '/trash',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Deleted posts that can be restored, the latest deletion first',
        security: BEARER,
        querystring: trashListQuery,
        response: { 200: z.array(trashedPost), ...failures(400, 401) },
      },
    },
    async (request, reply) => {
      const { query, log } = request;
      const onCorrupt: OnCorrupt = ({ message }) => log.error(message);
      if (!query.q?.trim()) return sendPart(request, reply, await listTrash(db, query, onCorrupt));
      const list = (ids: readonly string[]) => listTrashWithIds(db, ids, onCorrupt);
      const found = await searchTrash(db, query.q, list);
      return found.toSorted((a, b) => latestFirst(a.deleted_at, b.deleted_at));
    },
  );

  app.get(
    '/trash/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'A deleted post, with its content',
        security: BEARER,
        params,
        response: { 200: wholeTrashedPost, ...failures(400, 401, 404, 503) },
      },
    },
    ({ params: { id } }) => posts.findDeleted(id),
  );

  app.delete(
    '/trash/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Delete a post for good',
        description:
          'With its versions, working copy and preview links. It cannot be undone. Addresses that were public are not given to other posts.',
        security: BEARER,
        params,
        response: { 204: z.null().describe('Deleted for good'), ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => {
      await posts.deleteForGood(request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/trash/:id/restore',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Restore a deleted post',
        description:
          'It comes back as it was: published, scheduled or draft, at its address, in its version. If its scheduled time has passed, it is a draft.',
        security: BEARER,
        params,
        response: { 200: post, ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => withVersion(reply, await posts.restore(request.params.id)),
  );
};
