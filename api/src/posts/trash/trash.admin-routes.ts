import { post, postId, trashedPost, wholeTrashedPost } from '@longhand/contract/posts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { trashRoutes } from '../../documents/trash.admin-routes.ts';
import { BEARER, failures } from '../../http/responses.ts';
import type { PostsService } from '../posts.service.ts';

type Options = { posts: PostsService };

/** Registered behind the session. */
export const postTrashRoutes: FastifyPluginAsyncZod<Options> = async (app, { posts }) => {
  await app.register(trashRoutes, {
    ...{ name: 'post', path: '/trash', id: postId, document: post, listed: trashedPost },
    descriptions: {
      deleteForGood:
        'With its versions, working copy and preview links. It cannot be undone. Addresses that were public are not given to other posts.',
      restore:
        'It comes back as it was: published, scheduled or draft, at its address, in its version. If its scheduled time has passed, it is a draft.',
    },
    service: posts,
  });

  app.get(
    '/trash/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'A deleted post, with its content',
        security: BEARER,
        params: z.object({ id: postId }),
        response: { 200: wholeTrashedPost, ...failures(400, 401, 404, 503) },
      },
    },
    ({ params: { id } }) => posts.findDeleted(id),
  );
};
