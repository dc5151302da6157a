import { galleryColumns } from '@longhand/contract/galleries';
import {
  isUploadPath,
  placeholderColourFromName,
  sizeFromName,
  srcsetOf,
} from '@longhand/contract/image-names';
import type { Element, Parents, Properties, Root } from 'hast';
import { replaceElements } from './elements.ts';
import { picturesOf } from './galleries.ts';

/** The displayed width by class of the image or an ancestor, as in the stylesheet. */
const SIZES_BY_CLASS: Readonly<Record<string, string>> = {
  wide: 'min(56rem, 100vw - 2.5rem)',
  full: '100vw',
};
const COLUMN_PX = 640;

function classesOf({ className }: Properties): string[] {
  return Array.isArray(className) ? className.map(String) : [];
}

function sizesByClass(element: Parents): string | undefined {
  if (element.type !== 'element') return undefined;
  const sized = classesOf(element.properties).find((name) => Object.hasOwn(SIZES_BY_CLASS, name));
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

/** By the nearest class that sets a width, else by the width of the image. */
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

/** Adds size, placeholder colour and variants. Returns the image, or a `picture` around it. */
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
  if (colour) properties.className = [...classesOf(properties), `tint-${colour}`];
  const webp = srcsetOf(path, 'webp');
  if (properties.srcSet !== undefined || !webp) return image;
  properties.srcSet = `${webp}, ${path} ${size.width}w`;
  properties.sizes = sizesOf(image, ancestors, size.width);
  const avif = srcsetOf(path, 'avif');
  if (!avif || isIn('picture', ancestors)) return image;
  const source: Element = {
    type: 'element',
    tagName: 'source',
    properties: { type: 'image/avif', srcSet: avif, sizes: properties.sizes },
    children: [],
  };
  return { type: 'element', tagName: 'picture', properties: {}, children: [source, image] };
}

/** Lazy loading for all images; for uploads also size and `srcset`. */
export function enrichImages(tree: Root): void {
  replaceElements(tree, (image, ancestors) => {
    if (image.tagName !== 'img') return undefined;
    image.properties.alt ??= '';
    image.properties.loading ??= 'lazy';
    const src = String(image.properties.src ?? '');
    return isUploadPath(src) ? [enrichUpload(src, image, ancestors)] : undefined;
  });
}
