import {
  BLOG_SIZES,
  PAGE_SIZES,
  type PostQuery,
  postsPath,
} from '@longhand/contract/posts/post-query';
import {
  type PublicPost,
  type PublicPostSummary,
  postList,
  publicPostQuery,
} from '@longhand/contract/posts/posts';
import { searchable } from '@longhand/contract/posts/search';
import {
  createStreams,
  type ResponseCache,
  type ResponseContent,
  sendCached,
  sendStream,
} from '@longhand/response-cache';
import { z } from 'zod';
import type { Database } from '../../database/tables.ts';
import { ProblemError } from '../../http/problem.ts';
import { failures, type Routes } from '../../http/responses.ts';
import type { SiteService } from '../../site/site.service.ts';
import { listPage, listPages, listRelated, type PublicList } from './public-lists.repository.ts';
import { readPublicState } from './public-posts.repository.ts';

type Options = {
  db: Database;
  cache: ResponseCache;
  site: Pick<SiteService, 'readLanguage'>;
};
type Query = z.output<typeof publicPostQuery>;
type Posts = readonly (PublicPost | PublicPostSummary)[];

/** A longer list is streamed and not cached: our own pages never request it. */
const MAX_BUFFERED = { posts: 2_000, characters: BLOG_SIZES.medium };

const TOO_MANY_LISTS = new ProblemError(
  'unavailable',
  'Too many clients are reading the whole list at once. Please try again in a moment, or request parts of it with limit.',
  { retryAfter: 10 },
);

const cachedSizes: ReadonlySet<number | undefined> = new Set([
  undefined,
  ...Object.values(PAGE_SIZES),
]);

function toUrlQuery({ cursor, ...query }: Query): PostQuery {
  return { ...query, ...(cursor !== undefined && { cursor: String(cursor) }) };
}

/** Only URLs that our pages request are cached: a client could invent any number of others. */
function isCacheable(query: Query, url: string): boolean {
  if (query.q !== undefined || query.cursor !== undefined) return false;
  return cachedSizes.has(query.limit) && url === `/api${postsPath(toUrlQuery(query))}`;
}

function listOf({ view, q = '', tag, cursor }: Query): PublicList {
  const text = searchable(q);
  return { view: view ?? 'whole', text, tag: tag || undefined, after: cursor };
}

async function collect(pages: AsyncIterable<Posts>): Promise<Posts> {
  const posts: Posts[number][] = [];
  for await (const page of pages) posts.push(...page);
  return posts;
}

type Label = (html: string) => string;

function labelled(posts: Posts, label: Label): Posts {
  return posts.map((post) =>
    'content' in post ? { ...post, content: label(post.content) } : post,
  );
}

async function* writeJson(pages: AsyncIterable<Posts>, label: Label): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    const json = JSON.stringify(z.encode(postList, [...labelled(page, label)]));
    if (json === '[]') continue;
    yield separator + json.slice(1, -1);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

export const postListRoutes: Routes<Options> = async (app, { db, cache, site }) => {
  const openStream = createStreams();

  async function find(query: Query): Promise<{ posts: Posts; next?: number | undefined }> {
    const { related, limit } = query;
    if (related !== undefined) {
      const count = limit ?? PAGE_SIZES.related;
      return { posts: await listRelated(db, related, count, listOf(query).view) };
    }
    if (limit !== undefined) return listPage(db, listOf(query), limit);
    return { posts: await collect(listPages(db, listOf(query))) };
  }

  async function isTooLarge({ limit, related }: Query): Promise<boolean> {
    if (limit !== undefined || related !== undefined) return false;
    const { posts, characters } = await readPublicState(db);
    return posts > MAX_BUFFERED.posts || characters > MAX_BUFFERED.characters;
  }

  app.route({
    method: 'GET',
    url: '/posts',
    schema: {
      summary: 'All published posts, newest first',
      description: 'With their content, unless view=summary.',
      querystring: publicPostQuery,
      response: { 200: postList, ...failures(400, 503) },
    },
    handler: async (request, reply) => {
      const { query, url } = request;
      const cacheable = isCacheable(query, url);

      async function respond(): Promise<ResponseContent> {
        const { posts, next } = await find(query);
        const { headers, label } = await site.readLanguage();
        const nextPath =
          next !== undefined && postsPath({ ...toUrlQuery(query), cursor: String(next) });
        // Unknown tags and other spellings are not cached: there is no limit to them.
        const isKnownTag = query.tag === undefined || posts[0]?.tags.includes(query.tag) === true;
        return {
          cacheable: cacheable && isKnownTag && (query.related === undefined || posts.length > 0),
          headers: {
            ...headers,
            ...(nextPath && { link: `</api${nextPath}>; rel="next"` }),
          },
          body: reply.serialize(labelled(posts, label)) as string,
        };
      }

      if (!cache.get(url) && (await isTooLarge(query))) {
        const { headers, label } = await site.readLanguage();
        const list = openStream(writeJson(listPages(db, listOf(query)), label));
        if (!list) throw TOO_MANY_LISTS;
        return sendStream(request, reply, headers, list);
      }
      return sendCached(request, reply, await cache.getOrCreate(url, respond));
    },
  });
};
