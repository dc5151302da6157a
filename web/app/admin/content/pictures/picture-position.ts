import { type DragEvent, type RefObject, useState } from 'react';
import { findTags, isInline, type Tag } from '../html/html-tags.ts';
import { blockAround, findBlocks } from '../html/text-blocks.ts';
import { applyEdit, type TextState } from '../html/text-edits.ts';
import type { Mirror } from '../html/text-mirror.ts';
import { droppedFiles } from './use-upload.ts';

type Target = {
  readonly near: number | undefined;
  /** Null if the field never had the focus. */
  readonly caret: number | null;
};

function isNextTo(text: string, one: number, other: number): boolean {
  return text.slice(Math.min(one, other), Math.max(one, other)).trim() === '';
}

/**
 * Inserts lines where they were dropped, at the caret, or at the end. `createLines` gets the line
 * break that precedes them.
 */
export function insertPictures(
  state: TextState,
  { near, caret }: Target,
  createLines: (lead: string) => readonly string[],
): TextState {
  const { text, to } = state;
  const at = picturePosition(text, near ?? caret ?? text.length);
  const lead = at === 0 || text[at - 1] === '\n' ? '' : '\n';
  const lines = createLines(lead).map((line) => `${line}\n`);
  const inserted = lead + lines.join('');
  const next = applyEdit(state, { from: at, to: at, text: inserted });
  // A caret elsewhere stays, because the writer may be typing there.
  if (near !== undefined || !isNextTo(text, at, to)) return next;
  const behind = at + inserted.length;
  return { text: next.text, from: behind, to: behind };
}

type Position = { readonly left: number; readonly top: number; readonly height: number };

export function useDropPosition(
  field: RefObject<HTMLTextAreaElement | null>,
  mirror: () => Mirror | null,
  onFiles: (files: readonly File[], near?: number) => void,
) {
  const [position, setPosition] = useState<Position | null>(null);

  function offsetUnder({ clientX, clientY }: DragEvent): number | undefined {
    const box = field.current?.getBoundingClientRect();
    if (!box || clientX < box.left || clientX > box.right) return undefined;
    if (clientY < box.top || clientY > box.bottom) return undefined;
    return mirror()?.offsetAt(clientX, clientY);
  }

  function show(offset: number | undefined): void {
    const element = field.current;
    const textMirror = mirror();
    if (offset === undefined || !element?.offsetParent || !textMirror) {
      setPosition(null);
      return;
    }
    const { left, top, bottom } = textMirror.boxOf(picturePosition(element.value, offset));
    const origin = element.offsetParent.getBoundingClientRect();
    const next = { left: left - origin.left, top: top - origin.top, height: bottom - top };
    setPosition((now) => (now?.left === next.left && now.top === next.top ? now : next));
  }

  return {
    position,
    props: {
      onDragOver(event: DragEvent): void {
        // The browser handles dragged text.
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        show(offsetUnder(event));
      },
      onDragLeave: () => setPosition(null),
      onDrop(event: DragEvent): void {
        setPosition(null);
        const files = droppedFiles(event);
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files, offsetUnder(event));
      },
    },
  };
}

function visibleCharacter(
  text: string,
  position: number,
  tags: readonly Tag[],
  side: 'before' | 'behind',
) {
  let at = position;
  for (;;) {
    const tag = tags.find(({ from, to }) => (side === 'before' ? to : from) === at);
    if (!tag) return text[side === 'before' ? at - 1 : at];
    if (!isInline(tag)) return undefined;
    at = side === 'before' ? tag.from : tag.to;
  }
}

const SPACE = /\s/;

/** The inner edge of an inline element counts as within, so that the image goes outside of it. */
function isWithin(tag: Tag, position: number): boolean {
  if (tag.from < position && position < tag.to) return true;
  return isInline(tag) && position === (tag.closing ? tag.from : tag.to);
}

function isFree(text: string, position: number, tags: readonly Tag[]): boolean {
  if (tags.some((tag) => isWithin(tag, position))) return false;
  const [before, behind] = [
    visibleCharacter(text, position, tags, 'before'),
    visibleCharacter(text, position, tags, 'behind'),
  ];
  return before === undefined || behind === undefined || SPACE.test(before) || SPACE.test(behind);
}

function nearestPosition(text: string, target: number): number {
  const tags = findTags(text);
  const blocks = findBlocks(text);
  for (let distance = 0; distance <= text.length; distance += 1) {
    for (const position of [target - distance, target + distance]) {
      if (position < 0 || position > text.length || blockAround(blocks, position)) continue;
      if (isFree(text, position, tags)) return position;
    }
  }
  return text.length;
}

/** The nearest position where a figure splits no word, tag or block. */
export function picturePosition(text: string, target: number): number {
  const position = nearestPosition(text, target);
  // Otherwise an empty line would follow the figure.
  return position > 0 && text[position] === '\n' ? position + 1 : position;
}
