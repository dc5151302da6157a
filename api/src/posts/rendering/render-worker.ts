import { NestedTooDeeplyError } from './html-tree.ts';
import { type PostText, renderPost } from './render.ts';

/** The class of an error is lost between threads, so the expected one is returned as a result. */
export default async function render(post: PostText) {
  try {
    return await renderPost(post);
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return 'nested-too-deeply';
    throw error;
  }
}
