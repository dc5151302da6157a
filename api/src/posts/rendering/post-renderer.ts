import type { PostInput, Preview } from '@longhand/contract/posts';
import { RETRY_AFTER_SECONDS } from '@longhand/response-cache';
import type { Database } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { invalidDocument } from '../../documents/document-problems.ts';
import { ProblemError } from '../../http/problem.ts';
import { listOutdatedPosts, saveRendered } from '../posts.repository.ts';
import { UnrenderableError } from './html-tree.ts';
import { type PostText, RENDER_VERSION, type RenderedPost, type Renderer } from './render.ts';
import { renderAccepted } from './render-accepted.ts';
import { RenderQueueFullError } from './render-thread.ts';

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
  { renderPost, renderPreview, renderText }: Renderer,
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
    return renderAccepted({ renderPost }, { ...post, siteLanguage: await readSiteLanguage() });
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
    renderStored,
    readSiteLanguage,

    /** What the public would get of this content if it were saved now. */
    async preview(content: string, signal?: AbortSignal): Promise<Preview> {
      return renderPreview(content, signal).catch((error) => {
        throw explainRefusal(error);
      });
    },

    /** Renders posts again that an older RENDER_VERSION rendered; returns how many. */
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
