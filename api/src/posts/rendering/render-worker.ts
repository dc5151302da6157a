import { parentPort } from 'node:worker_threads';
import { NestedTooDeeplyError } from './html-tree.ts';
import { type PostText, type Renderer, renderInThisThread } from './render.ts';

export type RenderTask =
  | { readonly post: PostText }
  | { readonly preview: string }
  | { readonly text: string };

/** The class of an error is lost between threads. */
export type RenderResult =
  | { readonly rendered: Awaited<ReturnType<Renderer[keyof Renderer]>> }
  | { readonly isNestedTooDeeply: true }
  | { readonly error: unknown };

const { renderPost, renderPreview, renderText } = renderInThisThread;

function run(task: RenderTask) {
  if ('text' in task) return renderText(task.text);
  return 'post' in task ? renderPost(task.post) : renderPreview(task.preview);
}

async function render(task: RenderTask): Promise<RenderResult> {
  try {
    return { rendered: await run(task) };
  } catch (error) {
    return error instanceof NestedTooDeeplyError ? { isNestedTooDeeply: true } : { error };
  }
}

parentPort?.on('message', async (task: RenderTask) => parentPort?.postMessage(await render(task)));
