import { linkTarget, linkTargetQuery } from '@longhand/contract/posts/post-lists';
import {
  adminPostList,
  adminPostQuery,
  post,
  postId,
  postInput,
  postVersion,
  trashedPost,
  wholeTrashedPost,
} from '@longhand/contract/posts/posts';
import { tagCount } from '@longhand/contract/posts/tags';
import {
  workingCopy,
  workingCopyId,
  workingCopyInput,
  workingCopySummary,
} from '@longhand/contract/working-copies';
import type { preValidationAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { isShown } from '../auth/api-tokens/may-publish.ts';
import type { Database } from '../database/tables.ts';
import {
  documentRoutes,
  expectedVersion,
  withVersion,
  workingCopyHeader,
} from '../documents/documents.admin-routes.ts';
import { allows, assertAccess } from '../http/access.ts';
import { failures, type Routes } from '../http/responses.ts';
import { bulkRoutes } from './bulk.admin-routes.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { listAllPosts, listAllSummaries } from './posts.repository.ts';
import type { PostsService } from './posts.service.ts';
import { searchAllPosts } from './search/admin-search.repository.ts';
import { findLinkTargets } from './slugs.repository.ts';
import { countTags } from './tags.repository.ts';
import { createPostFromCopy } from './working-copies/create-from-copy.ts';
import type { PostWorkingCopies } from './working-copies/working-copies.service.ts';

type Options = { db: Database; posts: PostsService; workingCopies: PostWorkingCopies };

const OF_DRAFTS = 'For a post that readers see, now or later, an API token needs `publish`.';

const params = z.object({ id: postId });

/** Whatever is wrong with the rest of the body, which is checked later. */
const refuseToShow: preValidationAsyncHookHandler = async ({ access, body, routeOptions }) => {
  if (routeOptions.schema?.body !== postInput) return;
  const { published, publish_at } = Object(body);
  if (published === true || typeof publish_at === 'string') assertAccess(access, 'publish');
};

export const adminPostRoutes: Routes<Options> = async (app, options) => {
  const { db, posts, workingCopies } = options;
  app.addHook('preValidation', refuseToShow);

  app.route({
    method: 'GET',
    url: '/posts',
    schema: {
      summary: 'All posts, drafts too, newest first',
      querystring: adminPostQuery,
      response: { 200: adminPostList },
    },
    handler: async ({ query: { view, id, q } }) => {
      const read = view === 'summary' ? listAllSummaries : listAllPosts;
      if (!q?.trim()) return read(db, id ? [id] : undefined);
      const found = await searchAllPosts(db, q, read);
      return id ? found.filter((post) => post.id === id) : found;
    },
  });

  app.route({
    method: 'POST',
    url: '/posts',
    config: { scope: 'write' },
    schema: {
      summary: 'Create a post',
      description:
        'A draft, unless published is true; with publish_at, it is published at that time. An API token needs `publish` for more than a draft.',
      headers: z.object({ 'idempotency-key': idempotencyKey, 'working-copy': workingCopyHeader }),
      body: postInput,
      response: {
        200: post.describe('It was already created, with this key and body.'),
        201: post.describe('Created'),
        ...failures(404, 422),
      },
    },
    handler: async (request, reply) => {
      const key = request.headers['idempotency-key'];
      if (key === undefined) return withVersion(reply.code(201), await posts.create(request.body));
      const workingCopy = expectedVersion(request.headers['working-copy']);
      const { post, isNew } = await posts.createOnce(key, request.body, workingCopy);
      return withVersion(reply.code(isNew ? 201 : 200), post);
    },
  });

  await app.register(bulkRoutes, { db, posts });
  await app.register(documentRoutes, {
    ...{ name: 'post', id: postId, document: post, input: postInput, service: posts },
    scope: 'write',
    async assertMayChange(id, access) {
      if (allows(access, 'publish')) return;
      if ((await listAllSummaries(db, [id])).some(isShown)) assertAccess(access, 'publish');
    },
    rules: { change: ` ${OF_DRAFTS}`, deletion: ` ${OF_DRAFTS}` },
    versions: { listed: postVersion, first: 1 },
    trash: {
      path: '/trash',
      listed: trashedPost,
      deleteForGood:
        'With its versions, working copy and preview links. It cannot be undone. Addresses that were public are not given to other posts.',
      restore: `It comes back as it was: published, scheduled or draft, at its address, in its version. If its scheduled time has passed, it is a draft. ${OF_DRAFTS}`,
    },
    copies: {
      path: '/working-copies',
      ...{ whole: workingCopy, listed: workingCopySummary, input: workingCopyInput },
      newId: 'the Idempotency-Key that it will be created with',
      ...{ service: workingCopies, search: workingCopies.search },
    },
  });

  app.route({
    method: 'POST',
    url: '/working-copies/:id/post',
    config: { scope: 'write' },
    schema: {
      summary: 'Make a draft of a post that exists only as a working copy',
      description:
        'Also of one that could not be saved yet. What was typed and does not fit in a post stays in its working copy.',
      params: z.object({ id: workingCopyId }),
      response: { 201: post.describe('Created'), ...failures(404, 409, 422, 503) },
    },
    handler: async ({ params: { id } }, reply) =>
      withVersion(reply.code(201), await createPostFromCopy(options, id)),
  });

  app.route({
    method: 'GET',
    url: '/trash/:id',
    schema: {
      summary: 'A deleted post, with its content',
      params,
      response: { 200: wholeTrashedPost, ...failures(404, 503) },
    },
    handler: ({ params: { id } }) => posts.findDeleted(id),
  });

  app.route({
    method: 'GET',
    url: '/link-targets',
    schema: {
      summary: 'Which posts some addresses lead to, drafts too',
      description: 'Addresses that lead to no post are omitted.',
      querystring: linkTargetQuery,
      response: { 200: z.array(linkTarget) },
    },
    handler: ({ query: { slugs } }) => findLinkTargets(db, slugs),
  });

  app.route({
    method: 'GET',
    url: '/tags',
    schema: {
      summary: 'The tags of all posts, drafts too, the most used first',
      response: { 200: z.array(tagCount) },
    },
    handler: () => countTags(db),
  });
};
