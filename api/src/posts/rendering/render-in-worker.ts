import type { Preview } from '@longhand/contract/posts';
import { NestedTooDeeplyError } from './html-tree.ts';
import type { RenderedPost, Renderer, renderText } from './render.ts';
import { createRenderThread, type ThreadLimits } from './render-thread.ts';
import type { RenderResult } from './render-worker.ts';

/** Only against what would never end: the longest post, all of it code, takes half a minute. */
const SAVES: ThreadLimits = { timeoutMs: 300_000 };
const PREVIEWS: ThreadLimits = { maxQueued: 100, timeoutMs: 60_000, abortedTimeoutMs: 5_000 };

function unwrap(result: RenderResult) {
  if ('rendered' in result) return result.rendered;
  throw 'error' in result ? result.error : new NestedTooDeeplyError();
}

/**
 * Why threads: highlighting the code of a long post takes seconds, and would block requests. Why two:
 * saving must not wait for previews, of which typing requests one after the other.
 */
export function createRenderWorker(previewLimits: Partial<ThreadLimits> = {}) {
  const saves = createRenderThread(SAVES);
  const previews = createRenderThread({ ...PREVIEWS, ...previewLimits });
  const renderer: Renderer = {
    renderPost: async ({ title, excerpt, content, language, siteLanguage }) =>
      unwrap(
        await saves.run({ post: { title, excerpt, content, language, siteLanguage } }),
      ) as RenderedPost,
    renderPreview: async (content, signal) =>
      unwrap(await previews.run({ preview: content }, signal)) as Preview,
    renderText: async (content) =>
      unwrap(await saves.run({ text: content })) as Awaited<ReturnType<typeof renderText>>,
  };
  return {
    ...renderer,
    close: async () => void (await Promise.all([saves.close(), previews.close()])),
  };
}
