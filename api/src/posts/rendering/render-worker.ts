import { parentPort } from 'node:worker_threads';
import { NestedTooDeeplyError } from './html-tree.ts';
import { type PostText, type RenderedPost, renderPost, renderPreview } from './render.ts';

export type RenderTask = { readonly post: PostText } | { readonly preview: string };

/** The class of an error is lost between threads. */
export type RenderResult =
  | { readonly rendered: RenderedPost | Awaited<ReturnType<typeof renderPreview>> }
  | { readonly isNestedTooDeeply: true }
  | { readonly error: unknown };

async function render(task: RenderTask): Promise<RenderResult> {
  try {
    return {
      rendered: await ('post' in task ? renderPost(task.post) : renderPreview(task.preview)),
    };
  } catch (error) {
    return error instanceof NestedTooDeeplyError ? { isNestedTooDeeply: true } : { error };
  }
}

parentPort?.on('message', async (task: RenderTask) => parentPort?.postMessage(await render(task)));
