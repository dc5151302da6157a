import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import leaf from '../../e2e/leaf.webp?inline';
import { content } from './editor-page.tsx';

/** The bytes of a small picture as a `data:` address. */
export const PICTURE_DATA = leaf;

export function picture(name = 'leaf.webp'): File {
  const bytes = Uint8Array.from(atob(leaf.split(',')[1] ?? ''), (char) => char.charCodeAt(0));
  return new File([bytes], name, { type: 'image/webp' });
}

type Kind = 'drop' | 'dragover' | 'dragleave' | 'paste';
export type Point = { x: number; y: number };

/** Dispatches the event that a browser fires for dropped or pasted files. */
export function dispatchFiles(
  target: Locator,
  kind: Kind,
  files: readonly File[],
  { x, y }: Point = { x: 0, y: 0 },
): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const options = { bubbles: true, cancelable: true };
  target
    .element()
    .dispatchEvent(
      kind === 'paste'
        ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
        : new DragEvent(kind, { ...options, dataTransfer: transfer, clientX: x, clientY: y }),
    );
}

/** An uploaded image in the text, as a regular expression. */
export const IMG =
  '<figure><img src="/uploads/[\\w-]+-300x200-\\d{3}\\.webp" alt="" width="300" height="200"><figcaption></figcaption></figure>';

/** A text with a bar for each upload that runs, and 'IMG' for each image. */
export function shapeOf(text: string): string {
  return text.replaceAll(/<!-- Uploading [^>]*-->/g, '|').replaceAll(new RegExp(IMG, 'g'), 'IMG');
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
