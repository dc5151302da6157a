import type { Element, ElementContent, Root } from 'hast';
import { visit } from 'unist-util-visit';

function isFigure(node: ElementContent): node is Element {
  return node.type === 'element' && node.tagName === 'figure';
}

function isSpace(node: ElementContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');
}

/** The figures of a gallery: a figure with nothing but figures in it. Empty for any other element. */
export function picturesOf({ tagName, children }: Element): Element[] {
  const figures = children.filter(isFigure);
  const isGallery =
    tagName === 'figure' && children.every((child) => isFigure(child) || isSpace(child));
  return isGallery ? figures : [];
}

/** How many pictures are beside each other: four are two rows of two. */
export function columnsOf(count: number): 2 | 3 {
  return count <= 2 || count === 4 ? 2 : 3;
}

/** Classes for the stylesheet, so that only pages with a gallery are sent its rules. */
export function markGalleries(tree: Root): void {
  visit(tree, { tagName: 'figure' }, (figure) => {
    const count = picturesOf(figure).length;
    if (count < 2) return;
    const { className } = figure.properties;
    const own = Array.isArray(className) ? className : [];
    const columns = columnsOf(count) === 3 ? ['gallery', 'in-threes'] : ['gallery'];
    figure.properties.className = [...own, ...columns];
  });
}
