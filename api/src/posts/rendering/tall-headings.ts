import { hasTallLetters } from '@longhand/contract/letters';
import type { Nodes, Root } from 'hast';
import { elementsIn } from './elements.ts';

function isTall(node: Nodes): boolean {
  if (node.type === 'text') return hasTallLetters(node.value);
  return 'children' in node && node.children.some(isTall);
}

/** For the stylesheet, which cannot know the letters of a text. */
export function markTallHeadings(tree: Root): void {
  for (const element of elementsIn(tree))
    if (/^h[1-6]$/.test(element.tagName) && isTall(element)) element.properties.dataTall = '';
}
