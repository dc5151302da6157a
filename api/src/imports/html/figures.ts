import { isEmbedAddress, videoAt } from '@longhand/contract/video-address';
import type { Element, ElementContent, Root } from 'hast';
import { elementsIn, replaceElements } from '../../posts/rendering/elements.ts';
import { addressIn, element, textNode } from './elements.ts';

export function figure(picture: ElementContent, caption: ElementContent[] = []): Element {
  const captions = caption.length > 0 ? [element('figcaption', {}, caption)] : [];
  return element('figure', {}, [picture, ...captions]);
}

/** A gallery as this software writes it, and its caption, which has no place in one, behind it. */
export function gallery(
  pictures: readonly ElementContent[],
  caption: ElementContent[] = [],
): ElementContent[] {
  const [only] = pictures;
  if (only === undefined) return caption;
  if (pictures.length === 1) return [figure(only, caption)];
  const all = element(
    'figure',
    {},
    pictures.map((picture) => figure(picture)),
  );
  return caption.length > 0 ? [all, element('p', {}, caption)] : [all];
}

/** What the caption of a figure holds. */
export function captionIn(parent: Element): ElementContent[] {
  return elementsIn(parent, 'figcaption')[0]?.children ?? [];
}

/** A picture without what other programs say of its size and file. */
export function plainPicture(image: Element): Element {
  const { alt, title } = image.properties;
  return element('img', {
    src: addressIn(image, 'src'),
    alt: typeof alt === 'string' ? alt : '',
    ...(typeof title === 'string' && title !== '' ? { title } : {}),
  });
}

export function link(address: string, text: string = address): Element {
  return element('a', { href: address }, [textNode(text)]);
}

function frame(source: Element): ElementContent[] {
  const src = addressIn(source, 'src').replace(/^\/\//, 'https://');
  if (isEmbedAddress(src)) {
    source.properties.src = src;
    return [source];
  }
  const video = videoAt(src);
  if (video)
    return [element('iframe', { ...video, width: 560, height: 315, allowFullScreen: true })];
  return /^https?:/.test(src) ? [element('p', {}, [link(src)])] : [];
}

/** Frames that pages here may not show become links, so that what they showed can be found. */
export function replaceFrames(tree: Root): void {
  replaceElements(tree, (node) => (node.tagName === 'iframe' ? frame(node) : undefined));
}
