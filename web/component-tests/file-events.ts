import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import leaf from '../../e2e/leaf.webp?inline';
import {
  dispatchFilesOf,
  type FileEvent,
  type Point,
  shapeOf,
} from '../../test-support/editor-events.ts';
import { content } from './editor-page.tsx';

export { IMG, type Point, shapeOf } from '../../test-support/editor-events.ts';

/** The bytes of a small picture as a `data:` address. */
export const PICTURE_DATA = leaf;

export function picture(name = 'leaf.webp'): File {
  const bytes = Uint8Array.from(atob(leaf.split(',')[1] ?? ''), (char) => char.charCodeAt(0));
  return new File([bytes], name, { type: 'image/webp' });
}

export function dispatchFiles(
  target: Locator,
  kind: FileEvent,
  files: readonly File[],
  at: Point = { x: 0, y: 0 },
): void {
  dispatchFilesOf(target.element(), [kind, files, at]);
}

export function field(): HTMLTextAreaElement {
  return content.element() as HTMLTextAreaElement;
}

export async function expectShape(expected: string): Promise<void> {
  await expect.poll(() => shapeOf(field().value)).toBe(expected);
}

export function placeCaret(from: number, to = from): void {
  field().focus();
  field().setSelectionRange(from, to);
}

/** The screen position of a text; works only without wrapped lines. */
export function pointOf(words: string): Point {
  const box = field();
  box.scrollIntoView({ block: 'nearest' });
  const before = box.value.slice(0, box.value.indexOf(words)).split('\n');
  const style = getComputedStyle(box);
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  const { left, top } = box.getBoundingClientRect();
  const lineHeight = Number.parseFloat(style.lineHeight);
  const start = Number.parseFloat(style.paddingLeft) + box.clientLeft;
  const firstLine = Number.parseFloat(style.paddingTop) + box.clientTop - box.scrollTop;
  return {
    x: left + start + pen.measureText(before.at(-1) ?? '').width,
    y: top + firstLine + (before.length - 0.5) * lineHeight,
  };
}
