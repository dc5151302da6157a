import type { Element, ElementContent, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

/** What takes the place of an element; undefined if it stays. */
export type Replacement = (element: Element) => ElementContent[] | undefined;

/** What replaces an element is not looked at again. */
export function replaceElements(tree: Root, replacement: Replacement): void {
  visit(tree, 'element', (node, index, parent) => {
    const replaced = parent && index !== undefined ? replacement(node) : undefined;
    if (replaced === undefined || !parent || index === undefined) return undefined;
    parent.children.splice(index, 1, ...replaced);
    return [SKIP, index + replaced.length];
  });
}
