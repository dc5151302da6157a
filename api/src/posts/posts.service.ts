import { randomUUIDv7 } from 'node:crypto';
import { DEFAULT_LANGUAGE } from '@longhand/contract/language';
import { blogSize } from '@longhand/contract/posts/post-query';
import type { Post, PostInput } from '@longhand/contract/posts/posts';
import { assertMayChange } from '../auth/api-tokens/may-publish.ts';
import { type Clock, daysBefore } from '../clock.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { POSTS, type UpdateOptions } from '../documents/document-kinds.ts';
import { expectVersion, noSuchDocument } from '../documents/document-problems.ts';
import { findVersion } from '../documents/versions.repository.ts';
import { createVersions } from '../documents/versions.service.ts';
import { deleteWorkingCopy } from '../documents/working-copies.repository.ts';
import { notFound, ProblemError } from '../http/problem.ts';
import { type RenderedPost, type Renderer, renderInThisThread } from '../rendering/render.ts';
import { hashBody, KEY_DAYS } from './idempotency-key.ts';
import { deleteKeysBefore, findKey, insertKey } from './idempotency-keys.repository.ts';
import { createPostImport } from './import-posts.service.ts';
import { notePostChange } from './post-changes.ts';
import { createPostRenderer, type PostRenderer } from './post-renderer.ts';
import * as posts from './posts.repository.ts';
import { blankPost, preparePost, toSavedPost } from './prepare-post.ts';
import { countByYear } from './public-lists/archive.repository.ts';
import {
  listPublicTags,
  listPublished,
  readPublicState,
} from './public-lists/public-posts.repository.ts';
import { createReadingMinutes } from './reading-minutes/recount.service.ts';
import { createScheduledPosts } from './schedules/scheduled-posts.service.ts';
import { createPostTrash } from './trash/trash.service.ts';
import { createUntouchedPosts } from './untouched-posts.service.ts';

async function findFirstVersion(db: Database, id: string): Promise<Post> {
  const post = await posts.findPost(db, id);
  const first = post?.version === 1 ? post : post && (await findVersion(db, POSTS, id, 1));
  if (first) return first;
  throw notFound('The post that was created with this key has been deleted.');
}

function keyReused(post_id: string): ProblemError {
  return new ProblemError(
    'idempotency-key-reused',
    'This key was already used to create a post with another text. Nothing was changed. Edit that post instead, or use a new key.',
    { post_id },
  );
}

type Rendering = { readonly rendered: RenderedPost; readonly siteLanguage: string };

async function insert(
  trx: Transaction,
  clock: Clock,
  input: PostInput,
  { rendered, siteLanguage }: Rendering,
  now: string,
): Promise<Post> {
  const blank = blankPost(randomUUIDv7(), now);
  const next = await preparePost(trx, blank, input, { now, siteLanguage });
  assertMayChange(next);
  await posts.insertPost(trx, next, rendered);
  await notePostChange(trx, clock, { after: next });
  return toSavedPost(next, rendered);
}

function createPostWriter(db: Database, clock: Clock, { render }: PostRenderer) {
  return {
    async create(input: PostInput, createdAt: Date = clock()): Promise<Post> {
      const rendering = await render(input);
      return inTransaction(db, (trx) =>
        insert(trx, clock, input, rendering, createdAt.toISOString()),
      );
    },

    /**
     * Creates a post, or returns the first version of the one that was created with this key and
     * input. Why the first: a client that saves over it gets an edit conflict if the post has changed
     * since.
     */
    async createOnce(
      key: string,
      input: PostInput,
      workingCopy?: number,
    ): Promise<{ post: Post; isNew: boolean }> {
      const rendering = await render(input);
      const body_hash = hashBody(input);
      return inTransaction(db, async (trx) => {
        if (workingCopy !== undefined) await deleteWorkingCopy(trx, POSTS, key, workingCopy);
        const used = await findKey(trx, key);
        if (used) {
          const post = await findFirstVersion(trx, used.post_id);
          if (used.body_hash !== null && used.body_hash !== body_hash) throw keyReused(post.id);
          return { post, isNew: false };
        }
        const now = clock().toISOString();
        const post = await insert(trx, clock, input, rendering, now);
        await insertKey(trx, { key, post_id: post.id, created_at: now, body_hash });
        return { post, isNew: true };
      });
    },

    deleteExpiredKeys: () => deleteKeysBefore(db, daysBefore(clock(), KEY_DAYS).toISOString()),

    async update(
      id: string,
      input: PostInput,
      { version, workingCopy }: UpdateOptions = {},
    ): Promise<Post> {
      const language =
        input.language === undefined ? await posts.findLanguage(db, id) : input.language;
      const { rendered, siteLanguage } = await render({ ...input, language });
      const post = await inTransaction(db, async (trx) => {
        const current = await posts.findPost(trx, id);
        if (!current) throw noSuchDocument('post');
        assertMayChange(current);
        expectVersion('post', version, current.version);
        const written = { ...current, ...(await posts.findInternalFields(trx, id)) };
        const now = clock().toISOString();
        const next = await preparePost(trx, written, input, { now, siteLanguage });
        assertMayChange(next);
        await posts.replacePost(trx, current, next, rendered);
        await notePostChange(trx, clock, { before: current, after: next });
        if (workingCopy !== undefined) await deleteWorkingCopy(trx, POSTS, id, workingCopy);
        return next;
      });
      return toSavedPost(post, rendered);
    },
  };
}

export function createPostsService(
  db: Database,
  clock: Clock,
  render: Renderer = renderInThisThread,
  readSiteLanguage: () => Promise<string> = async () => DEFAULT_LANGUAGE,
) {
  const renderer = createPostRenderer(db, render, readSiteLanguage);
  const { preview, renderOutdated } = renderer;
  return {
    preview,
    renderOutdated,
    ...createPostWriter(db, clock, renderer),
    ...createPostImport(db, renderer),
    ...createPostTrash(db, clock, renderer),
    ...createVersions({ db, clock }, POSTS, posts.postExists),
    ...createScheduledPosts(db, clock, renderer),
    ...createUntouchedPosts(db, clock),
    ...createReadingMinutes(db, renderer),

    /** Includes drafts. The content is rendered, as the public would get it. */
    findRendered: (id: string) => posts.findRenderedPost(db, id),

    /** Also finds a published post that had this slug before. */
    findPictured: (slug: string) => posts.findPictured(db, slug),

    /** What has an address of its own because of published posts. */
    listPublic: async (timeZone: string) => ({
      posts: await listPublished(db),
      tags: await listPublicTags(db),
      years: (await countByYear(db, timeZone)).map(({ year }) => year),
    }),

    readBlogSize: async () => blogSize(await readPublicState(db)),
  };
}

export type PostsService = ReturnType<typeof createPostsService>;
