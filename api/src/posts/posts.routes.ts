import { post, postList } from '@longhand/contract/posts';
import { sortTags, tagsResponse } from '@longhand/contract/tags';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import { failures } from '../http/responses.ts';
import { type Authenticate, isLoggedIn } from '../http/session.ts';
import * as posts from './posts.repository.ts';

type Options = { db: Database; authenticate: Authenticate };

/** What everybody may read. */
export const publicPostRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, authenticate },
) => {
  app.get(
    '/posts',
    {
      schema: {
        tags: ['Public'],
        summary: 'All published posts, newest first',
        response: { 200: postList },
      },
    },
    () => posts.listPublicPosts(db),
  );

  app.get(
    '/tags',
    {
      schema: {
        tags: ['Public'],
        summary: 'The topics of all published posts',
        response: { 200: tagsResponse },
      },
    },
    async () => ({ tags: sortTags(await posts.listPublicTags(db)) }),
  );

  app.get(
    '/posts/:slug',
    {
      schema: {
        tags: ['Public'],
        summary: 'One post',
        description:
          'Published posts for everybody; a draft only with a valid token. An address that a published post had before answers 301.',
        params: z.object({ slug: z.string() }),
        response: { 200: post, 301: z.null().describe('The post has moved'), ...failures(404) },
      },
    },
    async (request, reply) => {
      const { slug } = request.params;
      const vary = [reply.getHeader('vary'), 'Authorization'].filter(Boolean).join(', ');
      reply.header('vary', vary);
      const published = await posts.findPublicPost(db, slug);
      if (published) return published;

      if (await isLoggedIn(request, authenticate)) {
        const draft = await posts.findPostAsPublic(db, slug);
        if (draft) {
          reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
          return draft;
        }
      }

      const movedTo = await posts.findMovedSlug(db, slug);
      if (movedTo) {
        reply.header('location', `/api/posts/${movedTo}`);
        return reply.code(301).send(null);
      }
      throw new ProblemError('not-found', "The post you're looking for doesn't exist.");
    },
  );
};
