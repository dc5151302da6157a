import type { Block } from './blocks.ts';
import { attribute, type Element, hasClass } from './parse-pasted.ts';
import {
  type AddressRules,
  isEmbeddedPicture,
  isVideoFrame,
  pictureAddress,
} from './pasted-addresses.ts';
import { collapseSpaces } from './runs.ts';

const ICON_SIZE = 32;

function sizeOf(element: Element, name: 'width' | 'height'): number {
  const [, digits] = /^(\d{1,4})(?:px)?$/.exec(attribute(element, name).trim()) ?? [];
  return Number(digits ?? 0);
}

/** An emoji or icon within the text, or a counting pixel: its description stands for it. */
export function isIcon(image: Element): boolean {
  const [width, height] = [sizeOf(image, 'width'), sizeOf(image, 'height')];
  const isSmall = width > 0 && height > 0 && width <= ICON_SIZE && height <= ICON_SIZE;
  return isSmall || hasClass(image, /^(?:emoji|wp-smiley|icon)$/);
}

/** Pages that load pictures late have the true address in another attribute. */
const LATE_SOURCES = ['data-src', 'data-lazy-src', 'data-original'];

/** An empty address if only the program that it was copied from can read the picture. */
export function pictureSource(image: Element, rules: AddressRules): string {
  const src = attribute(image, 'src').trim();
  const sources = [src, ...LATE_SOURCES.map((name) => attribute(image, name))];
  const addresses = sources.map((source) => pictureAddress(source, rules));
  const found = addresses.find((address) => address !== null);
  return found ?? (isEmbeddedPicture(src) ? src.replace(/\s+/g, '') : '');
}

export function altOf(image: Element): string {
  return collapseSpaces(attribute(image, 'alt')).trim();
}

const VIDEO_SIZE = { width: 560, height: 315 };

export function readFrame(frame: Element): Block[] {
  const src = attribute(frame, 'src').trim();
  if (!isVideoFrame(src)) return [];
  const [width, height] = [sizeOf(frame, 'width'), sizeOf(frame, 'height')];
  const size = width > 0 && height > 0 ? { width, height } : VIDEO_SIZE;
  return [{ kind: 'video', src, title: collapseSpaces(attribute(frame, 'title')).trim(), ...size }];
}
