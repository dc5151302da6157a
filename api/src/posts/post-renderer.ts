import type { PostInput, Preview } from '@longhand/contract/posts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { listOutdatedPosts, saveRendered } from './posts.repository.ts';
import { invalid } from './prepare-post.ts';
import { NestedTooDeeplyError } from './rendering/html-tree.ts';
import { type PostText, RENDER_VERSION, type Renderer } from './rendering/render.ts';
import { renderAccepted } from './rendering/render-accepted.ts';

function explainNesting(error: unknown): unknown {
  const tooDeep = error instanceof NestedTooDeeplyError;
  return tooDeep ? invalid('content', 'nests its tags too deeply') : error;
}

export function createPostRenderer(db: Database, { renderPost, renderPreview }: Renderer) {
  async function render(input: PostInput, signal?: AbortSignal) {
    try {
      const text = { ...input, title: input.title.trim(), excerpt: input.excerpt.trim() };
      return await renderPost(text, signal);
    } catch (error) {
      throw explainNesting(error);
    }
  }

  const renderStored = (post: PostText) => renderAccepted({ renderPost }, post);

  return {
    render,
    renderStored,

    /** What the public would get of this content if it were saved now. */
    async preview(content: string, signal?: AbortSignal): Promise<Preview> {
      return renderPreview(content, signal).catch((error) => {
        throw explainNesting(error);
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
