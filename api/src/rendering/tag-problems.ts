import type { Removal } from '@longhand/contract/posts/posts';
import { type DefaultTreeAdapterTypes, html as htmlNames } from 'parse5';
import { ALLOWED_HTML } from './allowed-html.ts';
import { messageOfUnclosed, messageOfUnopened, UNFINISHED_TAG } from './removed-messages.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** The line is added later, only to those that are listed. */
export type Found = Omit<Removal, 'line'> & { readonly offset: number };

export type Range = { readonly from: number; readonly to: number };

const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** The HTML standard allows these end tags to be left out. */
const OPTIONAL_END = new Set(
  'p li dt dd td th tr tbody thead tfoot colgroup caption option optgroup rt rp html head body'.split(
    ' ',
  ),
);
const KNOWN = new Set<string>([
  ...(ALLOWED_HTML.tagNames ?? []),
  ...Object.values(htmlNames.TAG_NAMES),
]);

const MAX_NAME = 40;

export function shorten(text: string, length = MAX_NAME): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}

type Tag = {
  readonly kind: 'opening' | 'closing';
  readonly name: string;
  readonly offset: number;
  readonly needsEndTag: boolean;
};

const TAG_START = /<(\/?)([a-z][^\s/>]*)/gi;
const WHOLE_END_TAG = /\/[a-z][^\s/>]*\s*>/iy;

/** The parser made nothing of the tags outside these ranges. */
function* findOtherTags(html: string, ranges: readonly Range[]): Generator<Tag> {
  let next = 0;
  let covered = 0;
  for (const { 0: start, 1: slash, 2: name = '', index } of html.matchAll(TAG_START)) {
    while ((ranges[next]?.from ?? html.length) <= index) {
      covered = Math.max(covered, ranges[next]?.to ?? 0);
      next += 1;
    }
    if (index < covered) continue;
    covered = index + start.length;
    const kind = slash ? 'closing' : 'opening';
    yield { kind, name: name.toLowerCase(), offset: index, needsEndTag: false };
  }
}

/** Returns where a tag begins that is not closed before the end of the text. */
function findUnfinished(html: string, tags: readonly Tag[], lastEnd: number): number {
  const tag = tags.find(({ kind, offset }) => {
    WHOLE_END_TAG.lastIndex = offset + 1;
    return offset >= lastEnd && (kind === 'opening' || !WHOLE_END_TAG.test(html));
  });
  return tag?.offset ?? html.length;
}

function tagRanges({ sourceCodeLocation }: Element): Range[] {
  return [sourceCodeLocation?.startTag, sourceCodeLocation?.endTag]
    .filter((tag) => tag !== undefined)
    .map(({ startOffset, endOffset }) => ({ from: startOffset, to: endOffset }));
}

function findOpen(elements: readonly Element[]): Tag[] {
  return elements.flatMap(({ tagName: name, sourceCodeLocation }) => {
    if (!sourceCodeLocation || sourceCodeLocation.endTag || VOID.has(name)) return [];
    const { startOffset: offset } = sourceCodeLocation;
    return { kind: 'opening', name, offset, needsEndTag: !OPTIONAL_END.has(name) };
  });
}

function unclosed({ name, offset }: Tag): Found {
  const shown = shorten(name);
  const message = messageOfUnclosed(shown, KNOWN.has(name));
  return { kind: 'unclosed', name: shown, detail: '', message, offset };
}

function unopened({ name, offset }: Tag): Found {
  const shown = shorten(name);
  return { kind: 'unopened', name: shown, detail: '', message: messageOfUnopened(shown), offset };
}

/** Tags that overlap, like `<b><i></b></i>`, are paired by their names. */
function* findUnpaired(tags: readonly Tag[]): Generator<Found> {
  const open = new Map<string, Tag[]>();
  for (const tag of tags) {
    const ofName = open.get(tag.name) ?? [];
    open.set(tag.name, ofName);
    if (tag.kind === 'opening') ofName.push(tag);
    else if (!ofName.pop()) yield unopened(tag);
  }
  for (const tag of [...open.values()].flat()) if (tag.needsEndTag) yield unclosed(tag);
}

type Parsed = {
  readonly elements: readonly Element[];
  readonly skipped: readonly Range[];
  readonly endsInTag: boolean;
};

/** Searches the text because the parser does not report end tags that close nothing. */
export function* findTagProblems(
  html: string,
  { elements, skipped, endsInTag }: Parsed,
): Generator<Found> {
  const ranges = [...skipped, ...elements.flatMap(tagRanges)].sort((a, b) => a.from - b.from);
  const others = [...findOtherTags(html, ranges)];
  const lastEnd = ranges.reduce((last, { to }) => Math.max(last, to), 0);
  const end = endsInTag ? findUnfinished(html, others, lastEnd) : html.length;
  const tags = [...others, ...findOpen(elements)]
    .filter(({ offset }) => offset < end)
    .sort((a, b) => a.offset - b.offset);
  yield* findUnpaired(tags);
  if (end < html.length)
    yield { kind: 'unclosed', name: '', detail: '', message: UNFINISHED_TAG, offset: end };
}
