import { randomUUIDv7 } from 'node:crypto';
import { type Post, type PostInput, type Preview, postDefaults } from '@longhand/contract/posts';
import { slugFromTitle } from '@longhand/contract/slug-from-title';
import type { Clock } from '../clock.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import { applyInput } from './apply-input.ts';
import { deleteKeysBefore, findCreatedPost, insertKey } from './idempotency-keys.repository.ts';
import { findPostVersion } from './post-versions.repository.ts';
import * as posts from './posts.repository.ts';
import { NestedTooDeeplyError } from './rendering/html-tree.ts';
import {
  type PostText,
  RENDER_VERSION,
  type RenderedPost,
  type RenderPost,
  renderPost as renderInThisThread,
} from './rendering/render.ts';
import { asSourceText } from './rendering/sanitise.ts';
import { firstFreeSlug, markSlugPublic, releaseUnseenSlugs, takeSlug } from './slugs.repository.ts';
import { explainDamage } from './snapshots.ts';
import { inKnownSpelling } from './tags.repository.ts';
import {
  type FoundInTrash,
  findInTrash,
  movePostToTrash,
  purgeTrash,
  removeFromTrash,
} from './trash.repository.ts';

const DAY_MS = 86_400_000;
const TRASH_DAYS = 30;
/** As long as a post can come back from the trash: its key leads to it until then. */
const KEY_DAYS = 30;

function invalid(field: string, message: string): ProblemError {
  return new ProblemError('invalid-input', `The post is not valid: ${field} ${message}.`, {
    errors: { [field]: [message] },
  });
}

export function noSuchPost(): ProblemError {
  return new ProblemError('not-found', 'There is no post with this id. It may have been deleted.');
}

function notInTrash(): ProblemError {
  return new ProblemError('not-found', 'There is no post with this id in the trash.');
}

function toPost(
  { slug_chosen: _, ...written }: posts.PostRecord,
  { reading_minutes }: RenderedPost,
): Post {
  return { ...written, reading_minutes };
}

function blankPost(id: string, now: string): posts.PostRecord {
  const words = { slug: '', title: '', content: '' };
  return { ...postDefaults(now), ...words, id, slug_chosen: false, version: 0 };
}

/** A slug that nobody chose, of a post that nobody but the administrator has seen. */
function followsTitle({ published_at, slug_chosen }: posts.PostRecord): boolean {
  return published_at === null && !slug_chosen;
}

/** Gives `next` its slug: the one asked for, the one it has, or one from its title. */
async function settleSlug(
  trx: DatabaseTransaction,
  current: posts.PostRecord,
  next: posts.PostRecord,
  wanted: string | undefined,
): Promise<void> {
  if (wanted !== undefined) {
    if (!(await takeSlug(trx, wanted, next.id))) throw invalid('slug', 'belongs to another post');
    next.slug = wanted;
    next.slug_chosen = true;
  } else if (followsTitle(current) && current.title !== next.title) {
    const base = slugFromTitle(next.title) || `post-${next.id.slice(-8)}`;
    next.slug = await firstFreeSlug(trx, base, next.id);
    await takeSlug(trx, next.slug, next.id);
  }
  if (next.published) await markSlugPublic(trx, next.slug);
  await releaseUnseenSlugs(trx, next.id, next.slug);
}

/** The post as it was created. */
async function findFirstVersion(db: Database, id: string): Promise<Post> {
  const post = await posts.findPost(db, id);
  const first = post?.version === 1 ? post : post && (await findPostVersion(db, id, 1));
  if (first) return first;
  throw new ProblemError('not-found', 'The post that was created with this key has been deleted.');
}

/** Of this very copy: false where somebody else has taken it out, or deleted a newer version. */
async function restoreFrom(
  trx: DatabaseTransaction,
  found: FoundInTrash,
  rendered: RenderedPost,
): Promise<boolean> {
  if (!(await removeFromTrash(trx, found))) return false;
  found.post.tags = await inKnownSpelling(trx, found.post.tags, found.post.id);
  await posts.insertPost(trx, found.post, rendered);
  return true;
}

export function createPostsService(
  db: Database,
  clock: Clock,
  renderPost: RenderPost = renderInThisThread,
) {
  /** The post that saving `input` over `current` makes; takes the slug that it needs. */
  async function prepare(
    trx: DatabaseTransaction,
    current: posts.PostRecord,
    input: PostInput,
    now: string,
  ): Promise<posts.PostRecord> {
    const next = applyInput(current, input);
    next.tags = await inKnownSpelling(trx, next.tags, next.id);
    next.updated_at = now;
    next.published_at ??= next.published ? now : null;
    next.version = current.version + 1;
    await settleSlug(trx, current, next, input.slug);
    return next;
  }

  async function render(input: PostInput, signal?: AbortSignal) {
    try {
      const text = { ...input, title: input.title.trim(), excerpt: input.excerpt.trim() };
      return await renderPost(text, signal);
    } catch (error) {
      const tooDeep = error instanceof NestedTooDeeplyError;
      throw tooDeep ? invalid('content', 'nests its tags too deeply') : error;
    }
  }

  /** What was taken once is shown, also where it would be refused today. */
  async function renderStored(post: PostText) {
    try {
      return await renderPost(post);
    } catch (error) {
      if (!(error instanceof NestedTooDeeplyError)) throw error;
      return await renderPost({ ...post, content: asSourceText(post.content) });
    }
  }

  async function insert(
    trx: DatabaseTransaction,
    input: PostInput,
    rendered: RenderedPost,
    now: string,
  ): Promise<Post> {
    const next = await prepare(trx, blankPost(randomUUIDv7(), now), input, now);
    await posts.insertPost(trx, next, rendered);
    return toPost(next, rendered);
  }

  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS).toISOString();

  return {
    async create(input: PostInput, createdAt: Date = clock()): Promise<Post> {
      const rendered = await render(input);
      return inTransaction(db, (trx) => insert(trx, input, rendered, createdAt.toISOString()));
    },

    /**
     * Creates a post, unless one was created with this key before: then that one, in its first
     * version. Whoever saves over it later is told of what others have changed in it since.
     */
    async createOnce(key: string, input: PostInput): Promise<{ post: Post; isNew: boolean }> {
      const rendered = await render(input);
      return inTransaction(db, async (trx) => {
        const id = await findCreatedPost(trx, key);
        if (id !== undefined) return { post: await findFirstVersion(trx, id), isNew: false };
        const now = clock().toISOString();
        const post = await insert(trx, input, rendered, now);
        await insertKey(trx, { key, post_id: post.id, created_at: now });
        return { post, isNew: true };
      });
    },

    sweepKeys: () => deleteKeysBefore(db, daysAgo(KEY_DAYS)),

    /** What the public would get of this content if it were saved now. */
    async preview(content: string, signal?: AbortSignal): Promise<Preview> {
      const input = { title: '', excerpt: '', content };
      const { public_content, reading_minutes } = await render(input, signal);
      return { content: public_content, reading_minutes };
    },

    /** The published post that has this slug, or had it before. */
    async findPublic(slug: string): Promise<Post | undefined> {
      const post = await posts.findPublicPost(db, slug);
      if (post) return post;
      const movedTo = await posts.findMovedSlug(db, slug);
      return movedTo === undefined ? undefined : posts.findPublicPost(db, movedTo);
    },

    /** With `expectedVersion`, only over that version: nothing newer is overwritten unseen. */
    async update(id: string, input: PostInput, expectedVersion?: number): Promise<Post> {
      const rendered = await render(input);
      const post = await inTransaction(db, async (trx) => {
        const current = await posts.findPost(trx, id);
        if (!current) throw noSuchPost();
        if (expectedVersion !== undefined && expectedVersion !== current.version) {
          throw new ProblemError(
            'edit-conflict',
            `You edited version ${expectedVersion}; the post is at version ${current.version} now. Nothing was overwritten.`,
          );
        }
        const slug_chosen = await posts.isSlugChosen(trx, id);
        const written = { ...current, slug_chosen };
        const next = await prepare(trx, written, input, clock().toISOString());
        await posts.replacePost(trx, current, next, rendered);
        return next;
      });
      return toPost(post, rendered);
    },

    async delete(id: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        const post = await posts.findPost(trx, id);
        if (!post) throw noSuchPost();
        const slug_chosen = await posts.isSlugChosen(trx, id);
        await movePostToTrash(trx, { ...post, slug_chosen }, clock().toISOString());
      });
    },

    /** Undoes a deletion; not a change of the post, so its version and dates stay. */
    async restore(id: string): Promise<Post> {
      for (;;) {
        const found = await findInTrash(db, id).catch((error) => {
          throw explainDamage(error, 'The copy of this post in the trash');
        });
        if (!found) throw notInTrash();
        // Before the transaction, as everywhere: others wait for as long as that takes.
        const rendered = await renderStored(found.post);
        const isDone = await inTransaction(db, (trx) => restoreFrom(trx, found, rendered));
        if (isDone) return toPost(found.post, rendered);
      }
    },

    purgeTrash: () => inTransaction(db, (trx) => purgeTrash(trx, daysAgo(TRASH_DAYS))),

    /** Renders anew what an earlier version of the software rendered; returns how many. */
    async renderOutdated(): Promise<number> {
      let count = 0;
      for (;;) {
        const outdated = await posts.listOutdatedPosts(db, RENDER_VERSION);
        if (outdated.length === 0) return count;
        for (const post of outdated) {
          const rendered = await renderStored(post);
          await inTransaction(db, (trx) => posts.saveRendered(trx, post, rendered));
        }
        count += outdated.length;
      }
    },
  };
}

export type PostsService = ReturnType<typeof createPostsService>;
