import type { Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { parseHtml, UnrenderableError } from '../../posts/rendering/html-tree.ts';

/** HTML with changes to its tree; as it was if it is nested too deeply to be read. */
export function editHtml(html: string, change: (tree: Root) => void): string {
  try {
    const tree = parseHtml(html);
    change(tree);
    return toHtml(tree);
  } catch (error) {
    if (error instanceof UnrenderableError) return html;
    throw error;
  }
}
