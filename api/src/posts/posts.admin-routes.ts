import { TRASH_DAYS } from '@longhand/contract/limits';
import {
  adminPostList,
  adminPostQuery,
  post,
  postId,
  postInput,
  postVersion,
} from '@longhand/contract/posts';
import {
  workingCopy,
  workingCopyInput,
  workingCopySummary,
} from '@longhand/contract/working-copies';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import {
  expectedVersion,
  ifMatch,
  withVersion,
  workingCopyHeader,
} from '../documents/version-headers.ts';
import { versionRoutes } from '../documents/versions.admin-routes.ts';
import { workingCopyRoutes } from '../documents/working-copies.admin-routes.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { listAllPosts, listAllSummaries } from './posts.repository.ts';
import type { PostsService } from './posts.service.ts';
import { searchAllPosts } from './search/admin-search.repository.ts';
import type { PostWorkingCopies } from './working-copies/working-copies.service.ts';

type Options = { db: Database; posts: PostsService; workingCopies: PostWorkingCopies };

const params = z.object({ id: postId });

/** Registered behind the session. */
export const adminPostRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { db, posts, workingCopies } = options;
  app.get(
    '/posts',
    {
      schema: {
        tags: ['Administration'],
        summary: 'All posts, drafts too, newest first',
        security: BEARER,
        querystring: adminPostQuery,
        response: { 200: adminPostList, ...failures(400, 401) },
      },
    },
    async ({ query: { view, id, q } }) => {
      const read = view === 'summary' ? listAllSummaries : listAllPosts;
      if (!q?.trim()) return read(db, id ? [id] : undefined);
      const found = await searchAllPosts(db, q, read);
      return id ? found.filter((post) => post.id === id) : found;
    },
  );

  app.post(
    '/posts',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Create a post',
        description:
          'A draft, unless published is true; with publish_at, it is published at that time.',
        security: BEARER,
        headers: z.object({ 'idempotency-key': idempotencyKey, 'working-copy': workingCopyHeader }),
        body: postInput,
        response: {
          200: post.describe('It was already created, with this key and body.'),
          201: post.describe('Created'),
          ...writeFailures(400, 404, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      if (key === undefined) return withVersion(reply.code(201), await posts.create(request.body));
      const workingCopy = expectedVersion(request.headers['working-copy']);
      const { post, isNew } = await posts.createOnce(key, request.body, workingCopy);
      return withVersion(reply.code(isNew ? 201 : 200), post);
    },
  );

  app.put(
    '/posts/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Change a post',
        description: 'Omitted fields stay as they are.',
        security: BEARER,
        params,
        headers: z.object({ 'if-match': ifMatch, 'working-copy': workingCopyHeader }),
        body: postInput,
        response: { 200: post, ...writeFailures(400, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const saved = await posts.update(request.params.id, request.body, {
        version: expectedVersion(request.headers['if-match']),
        workingCopy: expectedVersion(request.headers['working-copy']),
      });
      return withVersion(reply, saved);
    },
  );

  app.delete(
    '/posts/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Delete a post',
        description: `It is kept in the trash for ${TRASH_DAYS} days.`,
        security: BEARER,
        params,
        response: { 204: z.null().describe('Deleted'), ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => {
      await posts.delete(request.params.id);
      return reply.code(204).send(null);
    },
  );

  await app.register(versionRoutes, {
    ...{ name: 'post', id: postId, document: post, listed: postVersion },
    firstVersion: 1,
    service: posts,
  });
  await app.register(workingCopyRoutes, {
    ...{ name: 'post', path: '/working-copies', input: workingCopyInput },
    ...{ copy: workingCopy, listed: workingCopySummary, service: workingCopies },
    newId: 'the Idempotency-Key that it will be created with',
    search: workingCopies.search,
  });
};
