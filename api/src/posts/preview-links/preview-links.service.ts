import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Post } from '@longhand/contract/posts/posts';
import {
  type NewPreviewLink,
  PREVIEW_PATH,
  type PreviewedPost,
  type PreviewLink,
} from '@longhand/contract/posts/preview-links';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { POSTS } from '../../documents/document-kinds.ts';
import { noSuchDocument } from '../../documents/document-problems.ts';
import { CorruptSnapshot, type OnCorrupt } from '../../documents/snapshots.ts';
import { findWorkingCopy } from '../../documents/working-copies.repository.ts';
import { notFound } from '../../http/problem.ts';
import { tokenHash } from '../../http/session.ts';
import type { PostRenderer } from '../post-renderer.ts';
import { findPost, postExists } from '../posts.repository.ts';
import { wasPublic } from '../slugs.repository.ts';
import { canonicalTags } from '../tags.repository.ts';
import { asPost } from '../working-copies/working-copy-as-post.ts';
import * as links from './preview-links.repository.ts';

const TOKEN_BYTES = 24;
const MAX_RENDERED = 20;

type Options = Pick<Context, 'db' | 'clock'> & {
  readonly renderer: Pick<PostRenderer, 'renderStored' | 'readSiteLanguage'>;
  readonly siteUrl: string;
  /** Called when a working copy cannot be read; the link then shows the post without it. */
  readonly onCorrupt: OnCorrupt;
};

/** The slug is that of a public post for which the link has nothing else to show. */
type Linked =
  | { readonly preview: PreviewedPost }
  | { readonly slug: string; readonly preview?: never };

type Rendered = Pick<Post, 'content' | 'reading_minutes'>;

/** Kept in memory, because readers must not start a rendering each, and most working copies are never shown. */
function createWorkingCopyRenderer({ renderStored, readSiteLanguage }: Options['renderer']) {
  const rendered = new LRUCache<string, Promise<Rendered>>({ max: MAX_RENDERED });

  async function render(post: Post): Promise<Rendered> {
    const { public_content, reading_minutes } = await renderStored(post);
    return { content: public_content, reading_minutes };
  }

  return async function renderOnce(
    post: Post,
    { version }: Pick<WorkingCopy, 'version'>,
  ): Promise<Rendered> {
    // With the version of the post, too: what the working copy leaves out is that of the post.
    const key = `${post.id} ${post.version} ${version} ${await readSiteLanguage()}`;
    const existing = rendered.get(key);
    if (existing) return existing;
    const rendering = render(post);
    rendered.set(key, rendering);
    rendering.catch(() => rendered.delete(key));
    return rendering;
  };
}

/** The schema of the response leaves out the fields that the page does not show. */
function toPreview(post: Post, expires_at: string): PreviewedPost {
  return { ...post, date: post.published_at ?? post.publish_at ?? post.created_at, expires_at };
}

export function createPreviewLinksService({ db, clock, renderer, siteUrl, onCorrupt }: Options) {
  const render = createWorkingCopyRenderer(renderer);
  const now = () => clock().toISOString();

  async function withWorkingCopy(
    post: Post,
    copy: Pick<WorkingCopy, 'form' | 'version'>,
  ): Promise<Post> {
    const next = asPost(post, copy, await wasPublic(db, post.id));
    next.tags = await canonicalTags(db, next.tags, next.id);
    // A copy without content of its own has that of the post, which is rendered.
    if (copy.form.content === undefined && next.language === post.language) return next;
    const content = copy.form.content ?? (await findPost(db, post.id))?.content ?? '';
    return { ...next, ...(await render({ ...next, content }, copy)) };
  }

  async function findReadableCopy(id: string) {
    try {
      return await findWorkingCopy(db, POSTS, id);
    } catch (error) {
      if (!(error instanceof CorruptSnapshot)) throw error;
      onCorrupt(error);
      return undefined;
    }
  }

  return {
    async create(postId: string, days: number): Promise<NewPreviewLink> {
      const id = randomUUIDv7();
      // Not base64: addresses of pages are in lower case.
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      const created = clock();
      const expires_at = new Date(created.getTime() + days * DAY_MS).toISOString();
      await inTransaction(db, async (trx) => {
        const shows_changes = await links.findPublished(trx, postId);
        if (shows_changes === undefined) throw noSuchDocument('post');
        await links.insertPreviewLink(trx, {
          id,
          post_id: postId,
          token_hash: tokenHash(token),
          created_at: created.toISOString(),
          expires_at,
          shows_changes,
        });
      });
      return { id, url: siteUrl + PREVIEW_PATH + token, expires_at };
    },

    async list(postId: string): Promise<PreviewLink[]> {
      if (!(await postExists(db, postId))) throw noSuchDocument('post');
      return links.listPreviewLinks(db, postId, now());
    },

    async revoke(postId: string, id: string): Promise<void> {
      if (!(await postExists(db, postId))) throw noSuchDocument('post');
      if (await links.deletePreviewLink(db, { id, postId, now: now() })) return;
      throw notFound('This preview link does not exist. It may have expired or been revoked.');
    },

    /** Undefined for every token that does not work, whatever the reason. */
    async find(token: string): Promise<Linked | undefined> {
      const found = await links.findLinkedPost(db, tokenHash(token), now());
      if (!found) return undefined;
      const { post, expires_at, showsChanges } = found;
      if (post.published && !showsChanges) return { slug: post.slug };
      const copy = await findReadableCopy(post.id);
      if (copy) return { preview: toPreview(await withWorkingCopy(post, copy), expires_at) };
      return post.published ? { slug: post.slug } : { preview: toPreview(post, expires_at) };
    },

    /** A draft is what was typed last. What readers see, or will see at its time, is what was saved. */
    async asTyped(post: Post): Promise<Post> {
      const isDraft = !post.published && post.publish_at === null;
      const copy = isDraft ? await findReadableCopy(post.id) : undefined;
      return copy ? withWorkingCopy(post, copy) : post;
    },

    deleteExpired: () => links.deleteExpiredPreviewLinks(db, now()),
  };
}

export type PreviewLinksService = ReturnType<typeof createPreviewLinksService>;
