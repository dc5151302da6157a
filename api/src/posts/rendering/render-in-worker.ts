import { Mutex } from 'async-mutex';
import { Tinypool } from 'tinypool';
import { NestedTooDeeplyError } from './html-tree.ts';
import type { RenderPost } from './render.ts';

/** What it has loaded to colour code takes some 40 MB, which a blog at rest has no use for. */
const IDLE_MS = 5 * 60_000;

/**
 * Renders in a thread: colouring the code of a long post takes seconds of computing, in which the
 * thread that serves would answer nobody. One thread, started with the first post.
 */
export function createRenderWorker() {
  const pool = new Tinypool({
    filename: new URL('./render-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });
  // The pool's own queue would stand still when the task before is aborted: that ends the thread,
  // and another is only started for a task that comes later.
  const mutex = new Mutex();
  const renderPost: RenderPost = ({ title, excerpt, content }, signal) =>
    mutex.runExclusive(async () => {
      signal?.throwIfAborted();
      const rendered = await pool.run({ title, excerpt, content }, signal ? { signal } : {});
      if (rendered === 'nested-too-deeply') throw new NestedTooDeeplyError();
      return rendered;
    });
  return { renderPost, close: () => pool.destroy() };
}
