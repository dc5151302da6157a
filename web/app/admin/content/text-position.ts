import { findTags } from './html/html-tags.ts';

/** The text before and after a place, in HTML or in what is shown of it. */
type Sides = { readonly before: string; readonly after: string };

const RAW_TEXT = new Set(['script', 'style']);
const ENTITY = /&[a-z0-9#]{1,32};/gi;

/** Stands for a character of the markup. */
const MARKUP = '\0';

/** How many letters beside a place are searched for, most certain first. */
const LENGTHS = [40, 20, 8, 3, 1] as const;

/** Only letters and digits are compared, because tags, spaces and quotes may differ. */
const LETTERS = /[\p{L}\p{N}]+/gu;

function lettersOf(text: string): string {
  return text.match(LETTERS)?.join('') ?? '';
}

function offsetOfLetter(text: string, index: number): number {
  let rest = index;
  for (const { 0: run, index: start } of text.matchAll(LETTERS)) {
    if (rest < run.length) return start + rest;
    rest -= run.length;
  }
  return text.length;
}

/** Replaces each character of the markup, so that offsets stay the same. */
function blankMarkup(html: string): string {
  const blank = (length: number) => MARKUP.repeat(length);
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

function sidesOf(text: string, at: number): Sides {
  return { before: text.slice(0, at), after: text.slice(at) };
}

function nearestIndex(text: string, part: string, expected: number): number {
  const before = text.lastIndexOf(part, expected);
  const after = text.indexOf(part, expected);
  if (before === -1 || after === -1) return Math.max(before, after);
  return expected - before <= after - expected ? before : after;
}

const IS_LETTER = /[\p{L}\p{N}]/u;

/** What is between a place and the letter before it, and the letter after it. */
function gapsOf({ before, after }: Sides): Sides {
  let start = before.length;
  while (start > 0 && !IS_LETTER.test(before.charAt(start - 1))) start -= 1;
  const end = after.search(IS_LETTER);
  return { before: before.slice(start), after: end === -1 ? after : after.slice(0, end) };
}

/** At the start of a block, the text after the place is nearer. */
function isAtStart(sides: Sides): boolean {
  const hasEdge = (gap: string) => gap.includes(MARKUP) || gap.includes('\n');
  const { before, after } = gapsOf(sides);
  return hasEdge(before) && !hasEdge(after);
}

type FoundLetter = { readonly offset: number; readonly isBefore: boolean };

/** Finds the letter beside the place in another form of its text; null if that has no letters. */
function findLetter(sides: Sides, target: string): FoundLetter | null {
  const letters = lettersOf(target);
  if (letters === '') return null;
  const before = lettersOf(sides.before);
  const after = lettersOf(sides.after);
  const share = before.length / Math.max(1, before.length + after.length);
  const expected = Math.round(share * (letters.length - 1));
  const found = (index: number, isBefore: boolean) => ({
    offset: offsetOfLetter(target, index),
    isBefore,
  });

  const searches = [
    (length: number) => {
      const part = before.slice(-length);
      const index = part === '' ? -1 : nearestIndex(letters, part, expected - part.length);
      return index === -1 ? null : found(index + part.length - 1, true);
    },
    (length: number) => {
      const part = after.slice(0, length);
      const index = part === '' ? -1 : nearestIndex(letters, part, expected);
      return index === -1 ? null : found(index, false);
    },
  ];
  if (isAtStart(sides)) searches.reverse();
  for (const length of LENGTHS) {
    for (const search of searches) {
      const letter = search(length);
      if (letter) return letter;
    }
  }
  return found(expected, false);
}

function isSame(a: string, b: string): boolean {
  return a === b || (a.trim() === '' && b.trim() === '');
}

/** Goes on over the characters of the gap that are in the target as well, and over tags before them. */
function overGap(gap: string, target: string, start: number, step: 1 | -1): number {
  let offset = start;
  for (const character of gap.replaceAll(MARKUP, '')) {
    let next = offset;
    const at = () => target.charAt(step === 1 ? next : next - 1);
    while (at() === MARKUP) next += step;
    if (at() === '' || !isSame(at(), character)) break;
    offset = next + step;
  }
  return offset;
}

function findCaret(sides: Sides, target: string): number | null {
  const letter = findLetter(sides, target);
  if (!letter) return null;
  const { before, after } = gapsOf(sides);
  if (letter.isBefore) return overGap(before, target, letter.offset + 1, 1);
  const backwards = [...after].reverse().join('');
  return overGap(backwards, target, letter.offset, -1);
}

/**
 * Finds the letter in the rendered text that belongs to a place in its source. Why by text: the
 * server's rendering has no positions of the source, and its elements are others.
 */
export function findInRendered(source: string, place: number, rendered: string): number | null {
  return findLetter(sidesOf(blankMarkup(source), place), rendered)?.offset ?? null;
}

/** Finds the letter in the source that belongs to one in the rendered text. */
export function findInSource(rendered: string, place: number, source: string): number | null {
  return findLetter(sidesOf(rendered, place), blankMarkup(source))?.offset ?? null;
}

/** Finds the place in the text of a block that belongs to one in its HTML. A new line begins a block. */
export function placeInText(html: string, place: number, text: string): number | null {
  return findCaret(sidesOf(blankMarkup(html), place), text);
}

/** The other way round. */
export function placeInHtml(text: string, place: number, html: string): number | null {
  return findCaret(sidesOf(text, place), blankMarkup(html));
}
