import { parentPort } from 'node:worker_threads';
import { NestedTooDeeplyError } from './html-tree.ts';
import { type Languages, type PostText, type Renderer, renderInThisThread } from './render.ts';

export type RenderTask =
  | { readonly post: PostText }
  | { readonly preview: string; readonly languages: Languages }
  | { readonly text: string }
  | { readonly counted: string; readonly language: string };

/** Has a field for each class of error, because the class is lost between threads. */
export type RenderResult =
  | { readonly rendered: Awaited<ReturnType<Renderer[keyof Renderer]>> }
  | { readonly isNestedTooDeeply: true }
  | { readonly error: unknown };

const { renderPost, renderPreview, renderText, countMinutes } = renderInThisThread;

function run(task: RenderTask) {
  if ('text' in task) return renderText(task.text);
  if ('counted' in task) return countMinutes(task.counted, task.language);
  return 'post' in task ? renderPost(task.post) : renderPreview(task.preview, task.languages);
}

async function render(task: RenderTask): Promise<RenderResult> {
  try {
    return { rendered: await run(task) };
  } catch (error) {
    return error instanceof NestedTooDeeplyError ? { isNestedTooDeeply: true } : { error };
  }
}

parentPort?.on('message', async (task: RenderTask) => parentPort?.postMessage(await render(task)));
