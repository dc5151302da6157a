import { findTags } from './html-tags.ts';

/** Only letters and digits are compared: tags, spaces and quotes may differ. */
type Letters = { readonly text: string; readonly offsets: readonly number[] };

const RAW_TEXT = new Set(['script', 'style']);
const ENTITY = /&[a-z0-9#]{1,32};/gi;
const OPENING_TAG_AT_END = /<[a-z][^<>]*>\s*$/i;

/** How many letters beside the caret are searched for, the most certain first. */
const LENGTHS = [40, 20, 8] as const;

function lettersOf(text: string): Letters {
  let letters = '';
  const offsets: number[] = [];
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    letters += run;
    for (let at = 0; at < run.length; at += 1) offsets.push(index + at);
  }
  return { text: letters, offsets };
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
  if (target.text === '') return null;
  const visible = blankMarkup(source);
  const before = lettersOf(visible.slice(0, caret)).text;
  const after = lettersOf(visible.slice(caret)).text;
  const letters = before.length + after.length;
  const expected = letters === 0 ? 0 : (before.length / letters) * (target.text.length - 1);
  const offsetAt = (index: number) => target.offsets[Math.min(index, target.text.length - 1)] ?? 0;

  const searches = [
    (length: number) => {
      const part = before.slice(-length);
      const index = part === '' ? -1 : nearestIndex(target.text, part, expected - part.length);
      return index === -1 ? null : offsetAt(index + part.length - 1);
    },
    (length: number) => {
      const part = after.slice(0, length);
      const index = part === '' ? -1 : nearestIndex(target.text, part, expected);
      return index === -1 ? null : offsetAt(index);
    },
  ];
  // At the start of a block, what follows is nearer.
  if (OPENING_TAG_AT_END.test(source.slice(Math.max(0, caret - 500), caret))) searches.reverse();
  for (const length of LENGTHS) {
    for (const search of searches) {
      const offset = search(length);
      if (offset !== null) return offset;
    }
  }
  return offsetAt(Math.round(expected));
}
