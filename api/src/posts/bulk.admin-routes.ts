import {
  type BulkChange,
  type BulkInput,
  type BulkOutcome,
  bulkInput,
  bulkOutcomes,
} from '@longhand/contract/posts/bulk-changes';
import { type Post, type PostInput, postInput } from '@longhand/contract/posts/posts';
import { tagKey } from '@longhand/contract/posts/tags';
import type { FastifyError } from 'fastify';
import { assertMayChange, assertMayPublish } from '../auth/api-tokens/may-publish.ts';
import type { Database } from '../database/tables.ts';
import { noSuchDocument } from '../documents/document-problems.ts';
import { endLongTurn } from '../event-loop.ts';
import { allows, assertAccess } from '../http/access.ts';
import { problemOf, toProblem } from '../http/errors.ts';
import { ProblemError } from '../http/problem.ts';
import type { Routes } from '../http/responses.ts';
import { checkInput } from '../http/validation.ts';
import { findPost, listAllSummaries } from './posts.repository.ts';
import type { PostsService } from './posts.service.ts';
import { postHidesRedirect } from './slugs.repository.ts';

type Options = { readonly db: Database; readonly posts: PostsService };

/** Undefined if the post is like this already. */
function fieldsOf(change: BulkChange, post: Post): Partial<PostInput> | undefined {
  const { published, publish_at, tags } = post;
  if ('topic' in change) {
    const others = tags.filter((tag) => tagKey(tag) !== tagKey(change.topic));
    const isThere = others.length < tags.length;
    if (isThere === (change.kind === 'topic')) return undefined;
    return { tags: isThere ? others : [...tags, change.topic] };
  }
  // A scheduled post without its time is public at once.
  if (change.kind === 'publish')
    return published ? undefined : { published: true, publish_at: null };
  return published || publish_at ? { published: false, publish_at: null } : undefined;
}

/** Null for a post that is deleted now. */
async function applyChange(
  { db, posts }: Options,
  change: BulkChange,
  id: string,
): Promise<Post | null> {
  switch (change.kind) {
    case 'delete':
      await posts.delete(id);
      return null;
    case 'restore':
      // Who did not get the answer asks again, and the post is back already.
      return (await findPost(db, id)) ?? posts.restore(id);
    case 'delete_for_good':
      await posts.deleteForGood(id);
      return null;
  }
  const current = await findPost(db, id);
  if (!current) throw noSuchDocument('post');
  const fields = fieldsOf(change, current);
  if (!fields) return current;
  const { title, excerpt, content, version } = current;
  const checked = checkInput(postInput, { title, excerpt, content, ...fields }, 'The post');
  if ('error' in checked) throw checked.error;
  return posts.update(id, checked.value, { version });
}

/** A token that may not do all of it does nothing. Each change is checked again in its transaction. */
async function assertMayDo({ db, posts }: Options, { ids, change }: BulkInput): Promise<void> {
  if (change.kind === 'delete_for_good') return;
  const affected =
    change.kind === 'restore' ? await posts.listRestorable(ids) : await listAllSummaries(db, ids);
  const isMoved = change.kind === 'restore' || change.kind === 'delete';
  for (const post of affected) {
    assertMayChange(post);
    if (isMoved && (await postHidesRedirect(db, post.id))) assertMayPublish();
  }
}

/** A damaged or slow post says nothing about the others, unlike a database that is away or a full queue. */
function affectsAll(error: FastifyError): boolean {
  const { code, headers } = toProblem(error);
  const isOfOnePost = error instanceof ProblemError && headers['retry-after'] === undefined;
  return code === 'unavailable' && !isOfOnePost;
}

export const bulkRoutes: Routes<Options> = async (app, options) => {
  app.route({
    method: 'POST',
    url: '/posts/bulk',
    config: {
      scope: 'write',
      isDeletion: ({ change }: BulkInput) =>
        change.kind === 'delete' || change.kind === 'delete_for_good',
    },
    schema: {
      summary: 'Change several posts',
      description:
        'One after the other, each as by the call for one post. A post that fails does not stop the others, and one that is as wanted already stays in its version. For posts that readers see, now or later, an API token needs `publish`; without it, nothing is done.',
      body: bulkInput,
      response: { 200: bulkOutcomes },
    },
    preValidation: async ({ access, body }) => {
      if (Object(Object(body).change).kind === 'publish') assertAccess(access, 'publish');
    },
    handler: async (request) => {
      const { ids, change } = request.body;
      if (!allows(request.access, 'publish')) await assertMayDo(options, request.body);
      const outcomes: BulkOutcome[] = [];
      for (const id of ids) {
        try {
          const post = await applyChange(options, change, id);
          outcomes.push({ id, outcome: 'done', post });
        } catch (error) {
          const isUnavailable = affectsAll(error as FastifyError);
          if (isUnavailable && outcomes.length === 0) throw error;
          const problem = problemOf(error as FastifyError, request);
          // Each of the others would wait for the database, too.
          const refused = isUnavailable ? ids.slice(outcomes.length) : [id];
          outcomes.push(...refused.map((id) => ({ id, outcome: 'failed' as const, problem })));
          if (isUnavailable) break;
        }
        await endLongTurn();
      }
      return { outcomes };
    },
  });
};
