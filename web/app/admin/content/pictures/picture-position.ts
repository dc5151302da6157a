import { findTags, isInline, type Tag } from '../html/html-tags.ts';
import { blockAround, findBlocks } from '../html/text-blocks.ts';

/** The character before or behind a position, skipping inline tags. */
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

/** The inner edge of an inline element counts as within: the image goes outside of it. */
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

/** The nearest position where a figure splits no word, no tag and no block. */
export function picturePosition(text: string, target: number): number {
  const position = nearestPosition(text, target);
  // Otherwise an empty line would follow the figure.
  return position > 0 && text[position] === '\n' ? position + 1 : position;
}
