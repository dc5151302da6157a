import { findTags } from '../html/html-tags.ts';

const RAW_TEXT = new Set(['script', 'style']);
const ENTITY = /&[a-z0-9#]{1,32};/gi;
const OPENING_TAG_AT_END = /<[a-z][^<>]*>\s*$/i;

/** How many letters beside the caret are searched for, the most certain first. */
const LENGTHS = [40, 20, 8] as const;

/** Only letters and digits are compared: tags, spaces and quotes may differ. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The offset in the text of one of its letters. */
function offsetOfLetter(text: string, index: number): number {
  let rest = index;
  for (const { 0: run, index: start } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (rest < run.length) return start + rest;
    rest -= run.length;
  }
  return text.length;
}

/** The HTML with spaces instead of what a reader does not see as text, of the same length. */
function blankMarkup(html: string): string {
  const blank = (length: number) => ' '.repeat(length);
  let text = '';
  let end = 0;
  let raw: string | null = null;
  for (const tag of findTags(html)) {
    if (tag.from < end) continue;
    const between = html.slice(end, tag.from);
    text += raw === null ? between : blank(between.length);
    text += blank(tag.to - tag.from);
    end = tag.to;
    if (raw === null && !tag.closing && RAW_TEXT.has(tag.name)) raw = tag.name;
    else if (tag.closing && tag.name === raw) raw = null;
  }
  text += html.slice(end);
  return text.replace(ENTITY, (entity) => blank(entity.length));
}

/** The occurrence that is nearest to the expected index; -1 without one. */
function nearestIndex(text: string, part: string, expected: number): number {
  const before = text.lastIndexOf(part, expected);
  const after = text.indexOf(part, expected);
  if (before === -1 || after === -1) return Math.max(before, after);
  return expected - before <= after - expected ? before : after;
}

/**
 * Finds the place in the rendered text that belongs to the caret in its source. Why by text: the
 * server's rendering has no positions of the source, and its elements are others.
 * Returns the offset of a letter, or null if there is none.
 */
export function findInRendered(source: string, caret: number, rendered: string): number | null {
  const target = lettersOf(rendered);
  if (target === '') return null;
  const visible = blankMarkup(source);
  const before = lettersOf(visible.slice(0, caret));
  const after = lettersOf(visible.slice(caret));
  const share = before.length / Math.max(1, before.length + after.length);
  const expected = Math.round(share * (target.length - 1));

  /** The index of the last letter before the caret, and that of the first one after it. */
  const searches = [
    (length: number) => {
      const part = before.slice(-length);
      const index = part === '' ? -1 : nearestIndex(target, part, expected - part.length);
      return index === -1 ? -1 : index + part.length - 1;
    },
    (length: number) => {
      const part = after.slice(0, length);
      return part === '' ? -1 : nearestIndex(target, part, expected);
    },
  ];
  // At the start of a block, what follows is nearer.
  if (OPENING_TAG_AT_END.test(source.slice(Math.max(0, caret - 500), caret))) searches.reverse();
  for (const length of LENGTHS) {
    for (const search of searches) {
      const index = search(length);
      if (index !== -1) return offsetOfLetter(rendered, index);
    }
  }
  return offsetOfLetter(rendered, expected);
}
