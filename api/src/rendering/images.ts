import { galleryClasses, galleryColumns } from '@longhand/contract/media/content-pictures';
import {
  isUploadPath,
  placeholderColourFromName,
  sizeFromName,
  srcsetOf,
} from '@longhand/contract/media/image-names';
import type { Element, ElementContent, Parents, Root } from 'hast';
import { h } from 'hastscript';
import { classesOf, elementsIn, isElement, replaceElements } from './elements.ts';

function isSpace(node: ElementContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');
}

/** A gallery is a figure with nothing but figures in it. Empty for any other element. */
export function picturesOf({ tagName, children }: Element): Element[] {
  const figures = children.filter((child) => isElement(child, 'figure'));
  const isGallery =
    tagName === 'figure' && children.every((child) => isElement(child, 'figure') || isSpace(child));
  return isGallery ? figures : [];
}

/** Sets classes for the stylesheet, so that only pages with a gallery are sent its rules. */
export function markGalleries(tree: Root): void {
  for (const figure of elementsIn(tree, 'figure')) {
    const classes = galleryClasses(picturesOf(figure).length);
    if (classes.length === 0) continue;
    figure.properties.className = [...classesOf(figure), ...classes];
  }
}

/** The displayed width by class of the image or an ancestor; the same as in the stylesheet. */
const SIZES_BY_CLASS: Readonly<Record<string, string>> = {
  wide: 'min(56rem, 100vw - 2.5rem)',
  full: '100vw',
};
const COLUMN_PX = 640;

function sizesByClass(element: Parents): string | undefined {
  if (element.type !== 'element') return undefined;
  const sized = classesOf(element).find((name) => Object.hasOwn(SIZES_BY_CLASS, name));
  return sized && SIZES_BY_CLASS[sized];
}

function sizesInColumn(width: number): string {
  return width < COLUMN_PX ? `min(${width}px, 100vw - 2.5rem)` : COLUMN;
}

function galleryAround(ancestors: readonly Parents[]): Element | undefined {
  return ancestors
    .filter((parent) => parent.type === 'element')
    .find((parent) => picturesOf(parent).length > 1);
}

const COLUMN = 'min(40rem, 100vw - 2.5rem)';

/** The nearest class that sets a width counts, else the width of the image. */
function sizesOf(image: Element, ancestors: readonly Parents[], ownWidth: number): string {
  const byClass = [...ancestors, image].map(sizesByClass).findLast(Boolean);
  const gallery = galleryAround(ancestors);
  if (gallery) return `calc(${byClass ?? COLUMN} / ${galleryColumns(picturesOf(gallery).length)})`;
  const attribute = String(image.properties.width);
  return byClass ?? sizesInColumn(/^\d+$/.test(attribute) ? Number(attribute) : ownWidth);
}

function isIn(name: string, ancestors: readonly Parents[]): boolean {
  return ancestors.some((parent) => parent.type === 'element' && parent.tagName === name);
}

function enrichUpload(path: string, image: Element, ancestors: readonly Parents[]): Element {
  const size = sizeFromName(path);
  const { properties } = image;
  if (!size) return image;
  if (properties.width === undefined && properties.height === undefined) {
    properties.width = size.width;
    properties.height = size.height;
  }
  properties.decoding ??= 'async';
  const colour = placeholderColourFromName(path);
  if (colour) properties.className = [...classesOf(image), `tint-${colour}`];
  const webp = srcsetOf(path, 'webp');
  if (properties.srcSet !== undefined || !webp) return image;
  properties.srcSet = `${webp}, ${path} ${size.width}w`;
  properties.sizes = sizesOf(image, ancestors, size.width);
  const avif = srcsetOf(path, 'avif');
  if (!avif || isIn('picture', ancestors)) return image;
  const source = h('source', { type: 'image/avif', srcSet: avif, sizes: properties.sizes });
  return h('picture', source, image);
}

/** All images load lazily; uploads also get their size and `srcset`. */
export function enrichImages(tree: Root): void {
  replaceElements(tree, (image, ancestors) => {
    if (image.tagName !== 'img') return undefined;
    image.properties.alt ??= '';
    image.properties.loading ??= 'lazy';
    const src = String(image.properties.src ?? '');
    return isUploadPath(src) ? [enrichUpload(src, image, ancestors)] : undefined;
  });
}
