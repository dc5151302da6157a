import { findTags, isInline, type Tag } from './html-tags.ts';

/** The character before or behind a place, as a reader sees it: tags within a word are not seen. */
function seen(text: string, place: number, tags: readonly Tag[], side: 'before' | 'behind') {
  let at = place;
  for (;;) {
    const tag = tags.find(({ from, to }) => (side === 'before' ? to : from) === at);
    if (!tag) return text[side === 'before' ? at - 1 : at];
    if (!isInline(tag)) return undefined;
    at = side === 'before' ? tag.from : tag.to;
  }
}

const SPACE = /\s/;

/** At the edge of a link, or of bold words, a picture stands outside. */
function isWithin(tag: Tag, place: number): boolean {
  if (tag.from < place && place < tag.to) return true;
  return isInline(tag) && place === (tag.closing ? tag.from : tag.to);
}

/** Whether a picture may stand there: in no tag, and between two words. */
function isFree(text: string, place: number, tags: readonly Tag[]): boolean {
  if (tags.some((tag) => isWithin(tag, place))) return false;
  const [before, behind] = [seen(text, place, tags, 'before'), seen(text, place, tags, 'behind')];
  return before === undefined || behind === undefined || SPACE.test(before) || SPACE.test(behind);
}

/** The place nearest to this one where a picture cuts through no word and no tag. */
export function picturePosition(text: string, wanted: number): number {
  const tags = findTags(text);
  for (let distance = 0; distance < text.length; distance += 1) {
    for (const place of [wanted - distance, wanted + distance]) {
      if (place >= 0 && place <= text.length && isFree(text, place, tags)) return place;
    }
  }
  return text.length;
}
