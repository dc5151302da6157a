import { randomUUIDv7 } from 'node:crypto';
import type { Post, PostInput } from '@longhand/contract/posts';
import { isSlugOfTitle, slugFromTitle } from '@longhand/contract/slug';
import { normalizeTags } from '@longhand/contract/tags';
import type { Clock } from '../clock.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import * as posts from './posts.repository.ts';
import { RENDERING, renderPost } from './render.ts';
import { isReasonablyNested } from './sanitise.ts';
import { firstFreeSlug, releaseSlug, takeSlug } from './slugs.repository.ts';
import { inKnownSpelling, replaceTags } from './tags.repository.ts';

const TRASH_DAYS = 30;

function invalid(field: string, message: string): ProblemError {
  return new ProblemError('invalid-input', `The post is not valid: ${field} ${message}.`, {
    errors: { [field]: [message] },
  });
}

function notFound(): ProblemError {
  return new ProblemError('not-found', 'There is no post with this id. It may have been deleted.');
}

function blankToNull(value: string | null | undefined): string | null {
  return value?.trim() || null;
}

/** The fields of `input` as they are kept; what it leaves out comes from `current`. */
function applyInput(current: posts.WrittenPost, input: PostInput): posts.WrittenPost {
  const keep = <Key extends 'meta_title' | 'meta_description' | 'featured_image'>(key: Key) =>
    input[key] === undefined ? current[key] : blankToNull(input[key]);
  const image = keep('featured_image');
  // A caller that knows nothing of alternative texts must not leave the old one on a new image.
  const alt = image === current.featured_image ? current.featured_image_alt : null;
  return {
    ...current,
    title: input.title.trim(),
    content: input.content,
    excerpt: input.excerpt.trim(),
    tags: input.tags === undefined ? current.tags : normalizeTags(input.tags),
    meta_title: keep('meta_title'),
    meta_description: keep('meta_description'),
    published: input.published ?? current.published,
    featured_image: image,
    featured_image_alt:
      input.featured_image_alt === undefined ? alt : blankToNull(input.featured_image_alt),
  };
}

function blankPost(id: string, now: string): posts.WrittenPost {
  return {
    id,
    slug: '',
    title: '',
    content: '',
    excerpt: '',
    tags: [],
    meta_title: null,
    meta_description: null,
    published: false,
    featured_image: null,
    featured_image_alt: null,
    created_at: now,
    updated_at: now,
    published_at: null,
    version: 0,
  };
}

/** The slug that `next` is to have: the one asked for, the old one, or one from its title. */
async function chooseSlug(
  trx: DatabaseTransaction,
  current: posts.WrittenPost,
  next: posts.WrittenPost,
  wanted: string | undefined,
): Promise<string> {
  if (wanted !== undefined) {
    if (!(await takeSlug(trx, wanted, next.id))) throw invalid('slug', 'belongs to another post');
    return wanted;
  }
  const followsTitle = current.slug === '' || isSlugOfTitle(current.slug, current.title);
  const keeps = current.published_at !== null || !followsTitle || current.title === next.title;
  if (current.slug !== '' && keeps) return current.slug;
  const base = slugFromTitle(next.title) || `post-${next.id.slice(-8)}`;
  const slug = await firstFreeSlug(trx, base, next.id);
  await takeSlug(trx, slug, next.id);
  return slug;
}

export function createPostsService(db: Database, clock: Clock) {
  /** Everything that follows from saving `input` over `current`, in one transaction. */
  async function prepare(
    trx: DatabaseTransaction,
    current: posts.WrittenPost,
    input: PostInput,
    now: string,
  ): Promise<posts.WrittenPost> {
    const next = applyInput(current, input);
    next.tags = await inKnownSpelling(trx, next.tags, next.id);
    next.slug = await chooseSlug(trx, current, next, input.slug);
    next.updated_at = now;
    next.published_at ??= next.published ? now : null;
    next.version = current.version + 1;
    // Nobody but the administrator ever saw the address of a draft.
    const wasPublic = current.published_at !== null;
    if (current.slug !== '' && current.slug !== next.slug && !wasPublic) {
      await releaseSlug(trx, current.slug);
    }
    return next;
  }

  function render(input: PostInput) {
    if (!isReasonablyNested(input.content)) throw invalid('content', 'leaves too many tags open');
    return renderPost({ ...input, title: input.title.trim(), excerpt: input.excerpt.trim() });
  }

  return {
    async create(input: PostInput, createdAt: Date = clock()): Promise<Post> {
      const rendered = render(input);
      const now = createdAt.toISOString();
      const blank = blankPost(randomUUIDv7(), now);
      const post = await db.transaction().execute(async (trx) => {
        const next = await prepare(trx, blank, input, now);
        await posts.insertPost(trx, next, rendered);
        await replaceTags(trx, next.id, next.tags);
        return next;
      });
      return { ...post, reading_minutes: rendered.reading_minutes };
    },

    /** With `expectedVersion`, only over that version: nothing newer is overwritten unseen. */
    async update(id: string, input: PostInput, expectedVersion?: number): Promise<Post> {
      const rendered = render(input);
      const post = await db.transaction().execute(async (trx) => {
        const current = await posts.findPost(trx, id);
        if (!current) throw notFound();
        if (expectedVersion !== undefined && expectedVersion !== current.version) {
          throw new ProblemError(
            'edit-conflict',
            `You edited version ${expectedVersion}; the post is at version ${current.version} now. Nothing was overwritten.`,
          );
        }
        const { reading_minutes: _, ...written } = current;
        const next = await prepare(trx, written, input, clock().toISOString());
        await posts.replacePost(trx, current, next, rendered);
        await replaceTags(trx, next.id, next.tags);
        return next;
      });
      return { ...post, reading_minutes: rendered.reading_minutes };
    },

    async delete(id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const post = await posts.findPost(trx, id);
        if (!post) throw notFound();
        await posts.movePostToTrash(trx, post, clock().toISOString());
      });
    },

    async purgeTrash(): Promise<void> {
      const before = new Date(clock().getTime() - TRASH_DAYS * 86_400_000).toISOString();
      await db.transaction().execute((trx) => posts.purgeTrash(trx, before));
    },

    /** Renders anew what an earlier version of the software rendered; returns how many. */
    async renderOutdated(): Promise<number> {
      let count = 0;
      for (;;) {
        const outdated = await posts.listOutdatedPosts(db, RENDERING);
        if (outdated.length === 0) return count;
        for (const post of outdated) await posts.saveRendering(db, post, renderPost(post));
        count += outdated.length;
      }
    },
  };
}

export type PostsService = ReturnType<typeof createPostsService>;
