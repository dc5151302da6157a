import { postDetail, publicState } from '@longhand/contract/posts/posts';
import { sortTags, tagsResponse } from '@longhand/contract/posts/tags';
import { storableText } from '@longhand/contract/text/text';
import { addVary, type ResponseCache, sendCached } from '@longhand/response-cache';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { notFound } from '../http/problem.ts';
import { isInProcess } from '../http/proxies.ts';
import { cachedJson, failures, type Routes, sendMoved } from '../http/responses.ts';
import { type FindAccess, isLoggedIn } from '../http/session.ts';
import type { SiteService } from '../site/site.service.ts';
import * as posts from './posts.repository.ts';
import type { PreviewLinksService } from './preview-links/preview-links.service.ts';
import { findAdjacentPosts } from './public-lists/public-lists.repository.ts';
import { readPublicState } from './public-lists/public-posts.repository.ts';
import { listPublicTags } from './tags.repository.ts';
import { listPublicTranslations } from './translations/translations.repository.ts';

type Options = {
  db: Database;
  findAccess: FindAccess;
  cache: ResponseCache;
  site: Pick<SiteService, 'readLanguage'>;
  previewLinks: Pick<PreviewLinksService, 'asTyped'>;
};

export const publicPostRoutes: Routes<Options> = async (
  app,
  { db, findAccess, cache, site, previewLinks },
) => {
  app.route({
    method: 'GET',
    url: '/tags',
    schema: {
      summary: 'The topics of all published posts',
      response: { 200: tagsResponse },
    },
    handler: cachedJson(cache, '/api/tags', async () => ({
      tags: sortTags(await listPublicTags(db)),
    })),
  });

  app.route({
    method: 'GET',
    url: '/state',
    schema: {
      summary: 'Changes when anything public has changed',
      response: { 200: publicState },
    },
    handler: () => readPublicState(db),
  });

  app.route({
    method: 'GET',
    url: '/posts/:slug',
    schema: {
      summary: 'One post',
      description:
        'Published posts are public; a draft needs a valid token, and is what was typed last. A former address of a published post responds with 301.',
      params: z.object({ slug: storableText }),
      response: {
        200: postDetail,
        301: z.null().describe('The post has moved'),
        ...failures(400, 404),
      },
    },
    handler: async (request, reply) => {
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
            // A request within the process is for a page, which is cached itself.
            cacheable: found !== undefined && !isInProcess(request.raw),
            headers,
            body,
          };
        },
      );
      if (published.status === 200) return sendCached(request, reply, published);

      if (await isLoggedIn(request, findAccess)) {
        const saved = await posts.findPostAsPublic(db, slug);
        if (saved) {
          const draft = await previewLinks.asTyped(saved);
          reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
          const { language } = await site.readLanguage();
          const translations = await listPublicTranslations(db, draft.id, language);
          return { ...draft, translations, previous_post: null, next_post: null };
        }
      }

      const movedTo = await posts.findMovedSlug(db, slug);
      if (movedTo !== undefined) return sendMoved(reply, `/api/posts/${movedTo}`);
      throw notFound("The post you're looking for doesn't exist.");
    },
  });
};
