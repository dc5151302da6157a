import { isEmbedAddress } from '@longhand/contract/media/video-address';
import type { Node } from 'prosemirror-model';
import { attribute, type ElementNode } from '../../document/parse-html.ts';
import { schema } from '../../document/schema.ts';
import { type AddressRules, pictureAddress } from './context.ts';
import { hasClass } from './parse-pasted.ts';
import { plainSpaces } from './tidy-text.ts';

const ICON_SIZE = 32;

function sizeOf(element: ElementNode, name: 'width' | 'height'): number {
  const [, digits] = /^(\d{1,4})(?:px)?$/.exec(attribute(element, name).trim()) ?? [];
  return Number(digits ?? 0);
}

/** The description replaces an emoji, an icon or a tracking pixel. */
export function isIcon(image: ElementNode): boolean {
  const [width, height] = [sizeOf(image, 'width'), sizeOf(image, 'height')];
  const isSmall = width > 0 && height > 0 && width <= ICON_SIZE && height <= ICON_SIZE;
  return isSmall || hasClass(image, /^(?:emoji|wp-smiley|icon)$/);
}

/** Pages with lazy loading have the true address in another attribute. */
const LATE_SOURCES = ['data-src', 'data-lazy-src', 'data-original'];

/** Null if the picture is not on the web. */
export function pictureSource(image: ElementNode, rules: AddressRules): string | null {
  const sources = ['src', ...LATE_SOURCES].map((name) => attribute(image, name));
  const addresses = sources.map((source) => pictureAddress(source, rules));
  return addresses.find((address) => address !== null) ?? null;
}

const EMBEDDED = /^\s*data:(image\/(png|jpeg|webp|gif|avif));base64,(.*)$/is;

/** Null if the address has no picture data, or damaged data. */
export function embeddedFile(src: string, number: number): File | null {
  const [, type = '', format, base64 = ''] = EMBEDDED.exec(src) ?? [];
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return bytes.length > 0 ? new File([bytes], `picture-${number}.${format}`, { type }) : null;
  } catch {
    return null;
  }
}

export function altOf(image: ElementNode): string {
  return plainSpaces(attribute(image, 'alt')).trim();
}

export function readFrame(frame: ElementNode): Node[] {
  const src = attribute(frame, 'src').trim();
  if (!isEmbedAddress(src)) return [];
  const title = plainSpaces(attribute(frame, 'title')).trim();
  const [width, height] = [sizeOf(frame, 'width'), sizeOf(frame, 'height')];
  const isSized = width > 0 && height > 0;
  const extra = [
    ...(title === '' ? [] : [['title', title]]),
    ['width', String(isSized ? width : 560)],
    ['height', String(isSized ? height : 315)],
    ['allowfullscreen', ''],
  ];
  return [schema.node('embed', { src, extra })];
}
