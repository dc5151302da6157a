import {
  isUploadPath,
  placeholderColourFromName,
  sizeFromName,
  srcsetOf,
} from '@longhand/contract/image-names';
import type { Element, Parents, Properties, Root } from 'hast';
import { SKIP, visitParents } from 'unist-util-visit-parents';

/** How wide a picture is shown where its element or one around it has the class, as in the stylesheet. */
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
  const known = classesOf(element.properties).find((name) => Object.hasOwn(SIZES_BY_CLASS, name));
  return known && SIZES_BY_CLASS[known];
}

/** A picture in the text is as wide as it says, at most as wide as the column. */
function sizesInColumn(width: number): string {
  return width < COLUMN_PX ? `min(${width}px, 100vw - 2.5rem)` : 'min(40rem, 100vw - 2.5rem)';
}

/** By the class of the nearest element that has one, else by the width of the picture. */
function sizesOf(image: Element, ancestors: readonly Parents[], ownWidth: number): string {
  const byClass = [...ancestors, image].map(sizesByClass).findLast(Boolean);
  const said = String(image.properties.width);
  return byClass ?? sizesInColumn(/^\d+$/.test(said) ? Number(said) : ownWidth);
}

function isIn(name: string, ancestors: readonly Parents[]): boolean {
  return ancestors.some((each) => each.type === 'element' && each.tagName === name);
}

/** Adds what the name of an upload tells; returns what stands in the place of the image then. */
function enrichUpload(path: string, image: Element, ancestors: readonly Parents[]): Element {
  const own = sizeFromName(path);
  const { properties } = image;
  if (!own) return image;
  if (properties.width === undefined && properties.height === undefined) {
    properties.width = own.width;
    properties.height = own.height;
  }
  properties.decoding ??= 'async';
  const tint = placeholderColourFromName(path);
  if (tint) properties.className = [...classesOf(properties), `tint-${tint}`];
  const webp = srcsetOf(path, 'webp');
  if (properties.srcSet !== undefined || !webp) return image;
  properties.srcSet = `${webp}, ${path} ${own.width}w`;
  properties.sizes = sizesOf(image, ancestors, own.width);
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

/** Pictures reserve their place, load when they come near, and no larger than they are shown. */
export function enrichImages(tree: Root): void {
  visitParents(tree, { tagName: 'img' }, (image, ancestors) => {
    const parent = ancestors.at(-1);
    if (!parent) return undefined;
    image.properties.alt ??= '';
    image.properties.loading ??= 'lazy';
    const src = String(image.properties.src ?? '');
    if (!isUploadPath(src)) return undefined;
    const index = parent.children.indexOf(image);
    parent.children[index] = enrichUpload(src, image, ancestors);
    return SKIP;
  });
}
