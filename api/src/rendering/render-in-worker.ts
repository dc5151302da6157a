import type { Preview } from '@longhand/contract/posts/posts';
import { NestedTooDeeplyError } from './html-tree.ts';
import type { RenderedPost, Renderer, renderText } from './render.ts';
import { createRenderThread, type ThreadLimits } from './render-thread.ts';
import type { RenderResult } from './render-worker.ts';

/** Ends only what would never end: the longest post, all of it code, takes half a minute. */
const SAVES: ThreadLimits = { timeoutMs: 300_000 };
const PREVIEWS: ThreadLimits = { maxQueued: 100, timeoutMs: 60_000, abortedTimeoutMs: 5_000 };

function unwrap(result: RenderResult) {
  if ('rendered' in result) return result.rendered;
  throw 'error' in result ? result.error : new NestedTooDeeplyError();
}

/**
 * Why threads: highlighting the code of a long post takes seconds, and would block requests. Why two: saving must not
 * wait for previews, which are requested one after the other while somebody types.
 */
export function createRenderWorker(previewLimits: Partial<ThreadLimits> = {}) {
  const saves = createRenderThread(SAVES);
  const previews = createRenderThread({ ...PREVIEWS, ...previewLimits });
  const renderer: Renderer = {
    renderPost: async ({ title, excerpt, content, language, siteLanguage }) =>
      unwrap(
        await saves.run({ post: { title, excerpt, content, language, siteLanguage } }),
      ) as RenderedPost,
    renderPreview: async (content, { signal, ...languages } = {}) =>
      unwrap(await previews.run({ preview: content, languages }, signal)) as Preview,
    renderText: async (content) =>
      unwrap(await saves.run({ text: content })) as Awaited<ReturnType<typeof renderText>>,
    countMinutes: async (content, language) =>
      unwrap(await saves.run({ counted: content, language })) as number,
  };
  return {
    ...renderer,
    close: async () => void (await Promise.all([saves.close(), previews.close()])),
  };
}
