import { preview, previewInput } from '@longhand/contract/posts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ProblemError } from '../../http/problem.ts';
import { BEARER, writeFailures } from '../../http/responses.ts';
import type { PostsService } from '../posts.service.ts';

type Options = { posts: PostsService };

/** Never read: the client has closed the connection. */
function abandoned(): ProblemError {
  return new ProblemError('unavailable', 'The preview was cancelled.', { retryAfter: 1 });
}

/** Registered behind the session. */
export const previewRoutes: FastifyPluginAsyncZod<Options> = async (app, { posts }) => {
  app.post(
    '/preview',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Render a text as readers would see it',
        description: 'Nothing is stored.',
        security: BEARER,
        body: previewInput,
        response: { 200: preview, ...writeFailures(400, 413, 415) },
      },
    },
    async (request, reply) => {
      const closed = new AbortController();
      reply.raw.once('close', () => closed.abort());
      try {
        return await posts.preview(request.body.content, closed.signal);
      } catch (error) {
        throw closed.signal.aborted ? abandoned() : error;
      }
    },
  );
};
