import { type RefObject, useEffect, useRef } from 'react';
import type { Range } from './html-tags.ts';

/** The styles that affect the positions of characters. */
const COPIED_STYLES =
  'direction font-family font-feature-settings font-kerning font-size font-stretch font-style font-variant font-variant-numeric font-weight letter-spacing line-height padding-block-end padding-block-start padding-inline-end padding-inline-start tab-size text-align text-indent text-rendering unicode-bidi word-spacing'.split(
    ' ',
  );

/** A character's position on the screen, with the height of its line. */
type CharacterBox = { readonly left: number; readonly top: number; readonly bottom: number };

type Layout = { readonly left: number; readonly top: number; readonly lineHeight: number };

function copyField(field: HTMLTextAreaElement, copy: HTMLElement, text: Text): Layout {
  const style = getComputedStyle(field);
  for (const name of COPIED_STYLES) copy.style.setProperty(name, style.getPropertyValue(name));
  const box = field.getBoundingClientRect();
  const edges =
    Number.parseFloat(style.borderLeftWidth) + Number.parseFloat(style.borderRightWidth);
  const scrollbar = Math.max(0, field.offsetWidth - field.clientWidth - Math.round(edges));
  Object.assign(copy.style, {
    boxSizing: 'border-box',
    width: `${box.width - edges - scrollbar}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  // One more character, so that the end of the text has a box as well.
  const shown = `${field.value}\u200b`;
  if (text.data !== shown) text.data = shown;
  const origin = copy.getBoundingClientRect();
  return {
    left: box.left + field.clientLeft - field.scrollLeft - origin.left,
    top: box.top + field.clientTop - field.scrollTop - origin.top,
    lineHeight: Number.parseFloat(style.lineHeight),
  };
}

function nearestOffset(
  { x, y }: { x: number; y: number },
  end: number,
  boxOf: (offset: number) => CharacterBox,
): number {
  let [first, last] = [0, end];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (boxOf(middle).bottom <= y) first = middle + 1;
    else last = middle;
  }
  const line = boxOf(first);
  if (line.bottom <= y) return end;
  let nearest = { offset: first, distance: Infinity };
  for (let offset = first; offset <= end; offset += 1) {
    const { left, top } = boxOf(offset);
    if (top >= line.bottom - 1) break;
    const distance = Math.abs(left - x);
    if (distance < nearest.distance) nearest = { offset, distance };
  }
  return nearest.offset;
}

const HIDDEN = {
  position: 'fixed',
  inset: '0 auto auto 0',
  height: '0',
  overflow: 'hidden',
  visibility: 'hidden',
  pointerEvents: 'none',
} as const;

/** A hidden copy of a textarea, because browsers do not expose the positions of its characters. */
function createMirror(field: HTMLTextAreaElement) {
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  Object.assign(host.style, HIDDEN);
  const copy = document.createElement('div');
  const text = document.createTextNode('');
  const range = document.createRange();
  copy.append(text);
  host.attachShadow({ mode: 'closed' }).append(copy);
  document.body.append(host);

  function measure(offset: number, { left, top, lineHeight }: Layout): CharacterBox {
    range.setStart(text, offset);
    range.setEnd(text, offset + 1);
    const box = range.getClientRects()[0] ?? range.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2 + top;
    const start = copy.style.direction === 'rtl' ? box.right : box.left;
    return { left: start + left, top: middle - lineHeight / 2, bottom: middle + lineHeight / 2 };
  }

  return {
    boxOf: (offset: number): CharacterBox => measure(offset, copyField(field, copy, text)),
    linesOf({ from, to }: Range) {
      const { left, top } = copyField(field, copy, text);
      range.setStart(text, from);
      range.setEnd(text, to);
      return [...range.getClientRects()].map((box) => ({
        ...{ left: box.left + left, top: box.top + top },
        ...{ width: box.width, height: box.height },
      }));
    },
    offsetAt(x: number, y: number): number {
      const layout = copyField(field, copy, text);
      return nearestOffset({ x, y }, field.value.length, (offset) => measure(offset, layout));
    },
    remove: () => host.remove(),
  };
}

export type Mirror = ReturnType<typeof createMirror>;

export function useMirror(field: RefObject<HTMLTextAreaElement | null>): () => Mirror | null {
  const mirror = useRef<Mirror | null>(null);
  useEffect(
    () => () => {
      mirror.current?.remove();
      mirror.current = null;
    },
    [],
  );
  return () => {
    if (!mirror.current && field.current) mirror.current = createMirror(field.current);
    return mirror.current;
  };
}
