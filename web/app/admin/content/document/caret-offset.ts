import type { Node, ResolvedPos } from 'prosemirror-model';
import { placeInHtml, placeInText } from '../text-position.ts';
import type { Part } from './visual-document.ts';

/** Each textblock begins with a new line, but the first. */
function textOf(node: Node, end = node.content.size): string {
  return node.textBetween(0, end, '\n');
}

function startOf({ endOffset, own }: Part): number {
  return endOffset - own.length;
}

/** The offset in the HTML that belongs to a position in the document. */
export function offsetOfPosition(parts: readonly Part[], $position: ResolvedPos): number {
  const index = $position.index(0);
  const part = parts.findLast((each) => each.index <= index);
  if (!part) return 0;
  // An empty paragraph is not written.
  if (part.index < index) return part.endOffset;
  if ($position.depth === 0) return startOf(part);
  const inside = $position.pos - part.position - 1;
  const text = textOf(part.node);
  const place = placeInHtml(text, textOf(part.node, inside).length, part.own);
  return startOf(part) + (place ?? 0);
}

function positionInNode(node: Node, offset: number): number {
  let [first, last] = [0, node.content.size];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (textOf(node, middle).length < offset) first = middle + 1;
    else last = middle;
  }
  return first;
}

/** The position in the document that belongs to an offset in the HTML; before its block if that has no text. */
export function positionOfOffset(parts: readonly Part[], offset: number): number {
  const part = parts.find(({ endOffset }) => offset <= endOffset) ?? parts.at(-1);
  if (!part) return 0;
  const place = placeInText(part.own, Math.max(0, offset - startOf(part)), textOf(part.node));
  return place === null ? part.position : part.position + 1 + positionInNode(part.node, place);
}
