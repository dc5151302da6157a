import { Mutex } from 'async-mutex';
import { Tinypool } from 'tinypool';
import { NestedTooDeeplyError } from './html-tree.ts';
import type { Renderer } from './render.ts';
import type { RenderTask } from './render-worker.ts';

/** Frees the 40 MB of the highlighter. */
const IDLE_MS = 5 * 60_000;

/** Why a thread: highlighting the code of a long post takes seconds, and would block requests. */
export function createRenderWorker() {
  const pool = new Tinypool({
    filename: new URL('./render-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });
  // Why not the pool's queue: an aborted task ends the thread, and the pool starts another only for
  // a new task, not for a queued one.
  const mutex = new Mutex();
  const run = (task: RenderTask, signal?: AbortSignal) =>
    mutex.runExclusive(async () => {
      signal?.throwIfAborted();
      const rendered = await pool.run(task, signal ? { signal } : {});
      if (rendered === 'nested-too-deeply') throw new NestedTooDeeplyError();
      return rendered;
    });
  const renderer: Renderer = {
    renderPost: ({ title, excerpt, content }, signal) =>
      run({ post: { title, excerpt, content } }, signal),
    renderPreview: (content, signal) => run({ preview: content }, signal),
  };
  return { ...renderer, close: () => pool.destroy() };
}
