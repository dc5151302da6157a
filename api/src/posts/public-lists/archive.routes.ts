import { POST_YEARS } from '@longhand/contract/limits';
import {
  archive,
  archivedPosts,
  yearParameter,
  yearQuery,
} from '@longhand/contract/posts/post-lists';
import { ARCHIVE_PAGE_SIZE } from '@longhand/contract/posts/post-query';
import { type ResponseCache, sendCached } from '@longhand/response-cache';
import { z } from 'zod';
import type { Database } from '../../database/tables.ts';
import { notFound } from '../../http/problem.ts';
import { cachedJson, failures, type Routes } from '../../http/responses.ts';
import type { SiteService } from '../../site/site.service.ts';
import { countByYear, listYear } from './archive.repository.ts';

type Options = {
  db: Database;
  cache: ResponseCache;
  site: Pick<SiteService, 'readValues' | 'readLanguage'>;
};

/** A time zone may be a year ahead of or behind the dates that posts can have. */
function isPossibleYear(year: number): boolean {
  return year >= POST_YEARS.first - 1 && year <= POST_YEARS.last + 1;
}

export const archiveRoutes: Routes<Options> = async (app, { db, cache, site }) => {
  const readTimeZone = async () => (await site.readValues()).time_zone;

  app.route({
    method: 'GET',
    url: '/archive',
    schema: {
      summary: 'The years that have published posts',
      description: "In the site's time zone, with the number of posts in each.",
      response: { 200: archive },
    },
    handler: cachedJson(cache, '/api/archive', async () => ({
      years: await countByYear(db, await readTimeZone()),
    })),
  });

  app.route({
    method: 'GET',
    url: '/archive/:year',
    schema: {
      summary: 'The published posts of a year, newest first',
      description: `Titles and dates of at most ${ARCHIVE_PAGE_SIZE} posts. If there are more, the Link header leads to the next.`,
      params: z.object({ year: yearParameter }),
      querystring: yearQuery,
      response: { 200: archivedPosts, ...failures(400, 404) },
    },
    handler: async (request, reply) => {
      const { year } = request.params;
      const path = `/api/archive/${year}`;
      const response = await cache.getOrCreate(request.url, async () => {
        const { posts, next } = isPossibleYear(year)
          ? await listYear(db, {
              year,
              timeZone: await readTimeZone(),
              after: request.query.cursor,
              limit: ARCHIVE_PAGE_SIZE,
            })
          : { posts: [], next: undefined };
        if (posts.length === 0)
          throw notFound('There are no posts of this year, or no older ones.');
        return {
          // Other spellings and cursors are not cached: there is no limit to them.
          cacheable: request.url === path,
          headers: {
            ...(await site.readLanguage()).headers,
            ...(next !== undefined && { link: `<${path}?cursor=${next}>; rel="next"` }),
          },
          body: reply.serialize(posts) as string,
        };
      });
      return sendCached(request, reply, response);
    },
  });
};
