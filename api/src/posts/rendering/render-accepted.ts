import { UnrenderableError } from './html-tree.ts';
import type { PostText, RenderedPost, Renderer } from './render.ts';
import { asSourceText } from './sanitise.ts';

/** Content that was accepted once is shown, even if today's limits would refuse it. */
export async function renderAccepted(
  { renderPost }: Pick<Renderer, 'renderPost'>,
  text: PostText,
): Promise<RenderedPost> {
  try {
    return await renderPost(text);
  } catch (error) {
    if (!(error instanceof UnrenderableError)) throw error;
    return await renderPost({ ...text, content: asSourceText(text.content) });
  }
}
