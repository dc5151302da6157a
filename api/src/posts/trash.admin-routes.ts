import { post, postId, trashedPost } from '@longhand/contract/posts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { PostsService } from './posts.service.ts';
import { listTrash } from './trash.repository.ts';
import { withVersion } from './version-headers.ts';

type Options = { db: Database; posts: PostsService };

/** Registered behind the session. */
export const trashRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, posts }) => {
  app.get(
    '/trash',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Deleted posts that can be restored, the latest deletion first',
        security: BEARER,
        response: { 200: z.array(trashedPost), ...failures(401) },
      },
    },
    ({ log }) => listTrash(db, ({ message }) => log.error(message)),
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
        params: z.object({ id: postId }),
        response: { 200: post, ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => withVersion(reply, await posts.restore(request.params.id)),
  );
};
