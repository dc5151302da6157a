import { NestedTooDeeplyError } from './html-tree.ts';
import { type PostText, renderPost, renderPreview } from './render.ts';

export type RenderTask = { readonly post: PostText } | { readonly preview: string };

/** The class of an error is lost between threads, so the expected one is returned as a result. */
export default async function render(task: RenderTask) {
  try {
    return await ('post' in task ? renderPost(task.post) : renderPreview(task.preview));
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return 'nested-too-deeply';
    throw error;
  }
}
