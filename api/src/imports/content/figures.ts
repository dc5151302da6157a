import { isEmbedAddress, videoAt } from '@longhand/contract/media/video-address';
import type { Element, ElementContent, Root } from 'hast';
import { h } from 'hastscript';
import { addressIn, elementsIn, replaceElements } from '../../rendering/elements.ts';

export function figure(picture: ElementContent, caption: readonly ElementContent[] = []): Element {
  return h('figure', picture, caption.length > 0 ? h('figcaption', [...caption]) : null);
}

/** Writes a gallery as the editor does. A gallery has no caption here, so the caption comes after it. */
export function gallery(
  pictures: readonly ElementContent[],
  caption: ElementContent[] = [],
): ElementContent[] {
  const [only] = pictures;
  if (only === undefined) return caption;
  if (pictures.length === 1) return [figure(only, caption)];
  const figures = pictures.map((picture) => figure(picture));
  return [h('figure', figures), ...(caption.length > 0 ? [h('p', caption)] : [])];
}

export function captionIn(parent: Element): ElementContent[] {
  return elementsIn(parent, 'figcaption')[0]?.children ?? [];
}

/** Leaves out what other programs say about size and file. */
export function plainPicture(image: Element, src = addressIn(image, 'src')): Element {
  const { alt, title } = image.properties;
  return h('img', {
    src,
    alt: typeof alt === 'string' ? alt : '',
    title: typeof title === 'string' && title !== '' ? title : undefined,
  });
}

export function link(address: string, text: string = address): Element {
  return h('a', { href: address }, text);
}

function frame(source: Element): ElementContent[] {
  const src = addressIn(source, 'src').replace(/^\/\//, 'https://');
  if (isEmbedAddress(src)) {
    source.properties.src = src;
    return [source];
  }
  const video = videoAt(src);
  if (video) return [h('iframe', { ...video, width: 560, height: 315, allowFullScreen: true })];
  return /^https?:/.test(src) ? [h('p', link(src))] : [];
}

/** Frames that pages here may not show become links, so that their content can still be found. */
export function replaceFrames(tree: Root): void {
  replaceElements(tree, (node) => (node.tagName === 'iframe' ? frame(node) : undefined));
}
