import { galleryClasses } from '@longhand/contract/galleries';
import type { Element, ElementContent, Root } from 'hast';
import { elementsIn } from './elements.ts';

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

/** Classes for the stylesheet, so that only pages with a gallery are sent its rules. */
export function markGalleries(tree: Root): void {
  for (const figure of elementsIn(tree, 'figure')) {
    const classes = galleryClasses(picturesOf(figure).length);
    if (classes.length === 0) continue;
    const { className } = figure.properties;
    figure.properties.className = [...(Array.isArray(className) ? className : []), ...classes];
  }
}
