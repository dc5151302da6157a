import { postDetail, publicState } from '@longhand/contract/posts';
import { sortTags, tagsResponse } from '@longhand/contract/tags';
import { storableText } from '@longhand/contract/text';
import { addVary, type ResponseCache, sendCached } from '@longhand/response-cache';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { JSON_HEADERS } from '../http/json-headers.ts';
import { sendMoved } from '../http/moved.ts';
import { ProblemError } from '../http/problem.ts';
import { isInProcess } from '../http/request-id.ts';
import { failures } from '../http/responses.ts';
import { type Authenticate, isLoggedIn } from '../http/session.ts';
import type { SiteService } from '../site/site.service.ts';
import * as posts from './posts.repository.ts';
import { findAdjacentPosts } from './public-lists/adjacent-posts.repository.ts';
import { readPublicState } from './public-lists/public-state.repository.ts';
import { listPublicTags } from './tags.repository.ts';
import { listPublicTranslations } from './translations/translations.repository.ts';

type Options = {
  db: Database;
  authenticate: Authenticate;
  cache: ResponseCache;
  site: Pick<SiteService, 'readLanguage'>;
};

export const publicPostRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, authenticate, cache, site },
) => {
  app.get(
    '/tags',
    {
      schema: {
        tags: ['Public'],
        summary: 'The topics of all published posts',
        response: { 200: tagsResponse },
      },
    },
    async (request, reply) => {
      const response = await cache.getOrCreate('/api/tags', async () => {
        const tags = sortTags(await listPublicTags(db));
        return {
          cacheable: true,
          headers: JSON_HEADERS,
          body: reply.serialize({ tags }) as string,
        };
      });
      return sendCached(request, reply, response);
    },
  );

  app.get(
    '/state',
    {
      schema: {
        tags: ['Public'],
        summary: 'Changes when anything public has changed',
        response: { 200: publicState },
      },
    },
    () => readPublicState(db),
  );

  app.get(
    '/posts/:slug',
    {
      schema: {
        tags: ['Public'],
        summary: 'One post',
        description:
          'Published posts are public; a draft needs a valid token. A former address of a published post responds with 301.',
        params: z.object({ slug: storableText }),
        response: {
          200: postDetail,
          301: z.null().describe('The post has moved'),
          ...failures(400, 404),
        },
      },
    },
    async (request, reply) => {
      const { slug } = request.params;
      addVary(reply, 'Authorization');
      const published = await cache.getOrCreate(
        `/api/posts/${encodeURIComponent(slug)}`,
        async () => {
          const found = await posts.findPublicPost(db, slug);
          const { headers, label, language } = await site.readLanguage();
          const [adjacent, translations] = found
            ? await Promise.all([
                findAdjacentPosts(db, slug),
                listPublicTranslations(db, found.id, language),
              ])
            : [];
          const body = found
            ? (reply.serialize({
                ...found,
                ...adjacent,
                translations,
                content: label(found.content),
              }) as string)
            : '';
          return {
            status: found ? 200 : 404,
            // A page that was made of it is cached itself.
            cacheable: found !== undefined && !isInProcess(request.raw),
            headers,
            body,
          };
        },
      );
      if (published.status === 200) return sendCached(request, reply, published);

      if (await isLoggedIn(request, authenticate)) {
        const draft = await posts.findPostAsPublic(db, slug);
        if (draft) {
          reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
          const { language } = await site.readLanguage();
          const translations = await listPublicTranslations(db, draft.id, language);
          return { ...draft, translations, previous_post: null, next_post: null };
        }
      }

      const movedTo = await posts.findMovedSlug(db, slug);
      if (movedTo !== undefined) return sendMoved(reply, `/api/posts/${movedTo}`);
      throw new ProblemError('not-found', "The post you're looking for doesn't exist.");
    },
  );
};
