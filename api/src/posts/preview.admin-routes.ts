import { preview, previewInput } from '@longhand/contract/posts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BEARER, writeFailures } from '../http/responses.ts';
import type { PostsService } from './posts.service.ts';

type Options = { posts: PostsService };

/** What readers would see; registered behind the session. */
export const previewRoutes: FastifyPluginAsyncZod<Options> = async (app, { posts }) => {
  app.post(
    '/preview',
    {
      schema: {
        tags: ['Administration'],
        summary: 'A content the way the public would get it',
        description: 'Nothing is stored.',
        security: BEARER,
        body: previewInput,
        response: { 200: preview, ...writeFailures(400, 413, 415) },
      },
    },
    (request) => posts.preview(request.body.content),
  );
};
