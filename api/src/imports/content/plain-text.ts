import { BLOCK_TAGS, HIDDEN_TAGS } from '@longhand/contract/text/bare-paragraphs';
import type { Nodes } from 'hast';
import { NestedTooDeeplyError, parseHtml } from '../../rendering/html-tree.ts';

/** Line breaks and blocks become spaces. */
function visibleTextIn(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  if (node.type === 'element' && HIDDEN_TAGS.has(node.tagName)) return '';
  const text = node.children.map(visibleTextIn).join('');
  const isBroken =
    node.type === 'element' && (node.tagName === 'br' || BLOCK_TAGS.has(node.tagName));
  return isBroken ? ` ${text} ` : text;
}

export function textIn(node: Nodes | undefined): string {
  return node ? visibleTextIn(node).replace(/\s+/g, ' ').trim() : '';
}

function parsedText(html: string): string {
  try {
    return visibleTextIn(parseHtml(html));
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return html;
    throw error;
  }
}

/** Returns the visible text in one line; the HTML itself if it cannot be parsed. */
export function plainText(html: string): string {
  const text = /[<&]/.test(html) ? parsedText(html) : html;
  return text.replace(/\s+/g, ' ').trim();
}
