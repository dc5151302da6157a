import type { PostInput, Preview, PreviewInput } from '@longhand/contract/posts/posts';
import { RETRY_AFTER_SECONDS } from '@longhand/response-cache';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { invalidDocument } from '../documents/document-problems.ts';
import { ProblemError } from '../http/problem.ts';
import { UnrenderableError } from '../rendering/html-tree.ts';
import {
  type PostText,
  RENDER_VERSION,
  type RenderedPost,
  type Renderer,
} from '../rendering/render.ts';
import { RenderQueueFullError } from '../rendering/render-thread.ts';
import { orAsSource } from '../rendering/sanitise.ts';
import { listOutdatedPosts, saveRendered } from './posts.repository.ts';

function explainRefusal(error: unknown): unknown {
  if (error instanceof UnrenderableError) return invalidDocument('post', 'content', error.message);
  if (!(error instanceof RenderQueueFullError)) return error;
  return new ProblemError(
    'unavailable',
    'Too many previews at once. Please try again in a moment.',
    {
      retryAfter: RETRY_AFTER_SECONDS,
    },
  );
}

export function createPostRenderer(
  db: Database,
  { renderPost, renderPreview, renderText, countMinutes }: Renderer,
  readSiteLanguage: () => Promise<string>,
) {
  async function render(input: PostInput) {
    const siteLanguage = await readSiteLanguage();
    try {
      const { content, language } = input;
      const text = { title: input.title.trim(), excerpt: input.excerpt.trim(), content };
      return { siteLanguage, rendered: await renderPost({ ...text, language, siteLanguage }) };
    } catch (error) {
      throw explainRefusal(error);
    }
  }

  async function renderStored(post: PostText): Promise<RenderedPost> {
    const siteLanguage = await readSiteLanguage();
    return orAsSource(post.content, (content) => renderPost({ ...post, content, siteLanguage }));
  }

  async function readText(content: string): Promise<string> {
    try {
      return (await renderText(content)).visibleContent;
    } catch (error) {
      throw explainRefusal(error);
    }
  }

  return {
    render,
    readText,
    countMinutes: (content: string, language: string) =>
      orAsSource(content, (text) => countMinutes(text, language)),
    renderStored,
    readSiteLanguage,

    /** Returns what the public would get if this content were saved now. */
    async preview({ content, language }: PreviewInput, signal: AbortSignal): Promise<Preview> {
      const siteLanguage = await readSiteLanguage();
      return renderPreview(content, { language, siteLanguage, signal }).catch((error) => {
        throw explainRefusal(error);
      });
    },

    /** Renders the posts again that have an older RENDER_VERSION. Returns how many. */
    async renderOutdated(): Promise<number> {
      let count = 0;
      for (;;) {
        const outdated = await listOutdatedPosts(db, RENDER_VERSION);
        if (outdated.length === 0) return count;
        for (const post of outdated) {
          const rendered = await renderStored(post);
          await inTransaction(db, (trx) => saveRendered(trx, post, rendered));
        }
        count += outdated.length;
      }
    },
  };
}

export type PostRenderer = ReturnType<typeof createPostRenderer>;
