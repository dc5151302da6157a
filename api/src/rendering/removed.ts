import { LINK_SCHEMES } from '@longhand/contract/limits';
import { VIDEO_HOSTS } from '@longhand/contract/media/video-address';
import type { Removal } from '@longhand/contract/posts/posts';
import { HIDDEN_TAGS } from '@longhand/contract/text/bare-paragraphs';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { isSchemeRelative } from './allowed-html.ts';
import type { ParsedHtml } from './html-tree.ts';
import * as messages from './removed-messages.ts';
import { type Found, findTagProblems, type Range, shorten } from './tag-problems.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;
type Note = Omit<Found, 'offset'>;

const MAX_LISTED = 20;
/** Limited, so that many of one kind do not hide the others. */
const MAX_OF_SAME = 5;
const MAX_DETAIL = 100;

const LINKS: readonly string[] = LINK_SCHEMES;
const SOURCES: readonly string[] = ['http', 'https'];

/** Decides as the sanitiser does. */
function isRemoved(address: string, schemes: readonly string[]): boolean {
  const scheme = /^([^:/?#]*):/.exec(address)?.[1];
  return (scheme !== undefined && !schemes.includes(scheme)) || isSchemeRelative(address);
}

const WITH_SOURCE = new Set(['img src', 'video src', 'audio src', 'source src', 'video poster']);

function noteOfAddress(tag: string, name: string, value: string): Note | undefined {
  const isLink = tag === 'a' && name === 'href';
  if (!isLink && !WITH_SOURCE.has(`${tag} ${name}`)) return undefined;
  if (!isRemoved(value, isLink ? LINKS : SOURCES)) return undefined;
  const detail = shorten(value.trim(), MAX_DETAIL);
  const message = isLink
    ? messages.messageOfLink(value, detail)
    : messages.messageOfSource(tag, value, detail);
  return { kind: 'address', name, detail, message };
}

function noteOfAttribute(tag: string, written: string, value: string): Note | undefined {
  const name = shorten(written);
  const message = messages.messageOfAttribute(name);
  return message
    ? { kind: 'attribute', name, detail: tag, message }
    : noteOfAddress(tag, written, value);
}

function noteOfFrame({ attrs }: Element): Note | undefined {
  const url = URL.parse(attrs.find(({ name }) => name === 'src')?.value ?? '');
  const isVideo = VIDEO_HOSTS.includes(url?.host ?? '');
  if (isVideo && url?.protocol === 'https:') return undefined;
  const detail = shorten(url?.host ?? '', MAX_DETAIL);
  const message = messages.messageOfFrame(detail, isVideo);
  return { kind: 'element', name: 'iframe', detail, message };
}

function noteOfElement(element: Element): Note | undefined {
  const { tagName: name, attrs } = element;
  if (name === 'iframe') return noteOfFrame(element);
  const isEmptyImage = name === 'img' && !attrs.some(({ name: key }) => /^src(set)?$/.test(key));
  const message = isEmptyImage
    ? messages.messageOfSource(name, '', '')
    : messages.messageOfElement(name);
  return message === undefined ? undefined : { kind: 'element', name, detail: '', message };
}

/** The attributes of an element that is removed are not named. */
function* findInElement(element: Element): Generator<Found> {
  const location = element.sourceCodeLocation;
  if (!location) return;
  const note = noteOfElement(element);
  if (note) yield { ...note, offset: location.startOffset };
  else
    for (const { name, value } of element.attrs) {
      const found = noteOfAttribute(element.tagName, name, value);
      const offset = location.attrs?.[name]?.startOffset ?? location.startOffset;
      if (found) yield { ...found, offset };
    }
}

function rangeOf({ sourceCodeLocation }: Node): Range {
  const { startOffset: from = 0, endOffset: to = 0 } = sourceCodeLocation ?? {};
  return { from, to };
}

/** The parser limits the depth of this recursion. */
function collect(nodes: readonly Node[], elements: Element[], skipped: Range[]): void {
  for (const node of nodes) {
    if (node.nodeName === '#comment') skipped.push(rangeOf(node));
    if (!('tagName' in node)) continue;
    elements.push(node);
    if (HIDDEN_TAGS.has(node.tagName) || node.tagName === 'iframe') skipped.push(rangeOf(node));
    else collect(node.childNodes, elements, skipped);
  }
}

function* findAll(html: string, { fragment, errors }: ParsedHtml): Generator<Found> {
  const elements: Element[] = [];
  const skipped: Range[] = [];
  collect(fragment.childNodes, elements, skipped);
  for (const element of elements) yield* findInElement(element);
  yield* findTagProblems(html, { elements, skipped, endsInTag: errors.has('eof-in-tag') });
  const last = skipped.at(-1);
  if (last && errors.has('eof-in-comment')) {
    const message = messages.UNFINISHED_COMMENT;
    yield { kind: 'unclosed', name: '', detail: '', message, offset: last.from };
  }
}

function withLines(html: string, sorted: readonly Found[]): Removal[] {
  let line = 1;
  let at = 0;
  return sorted.map(({ offset, ...note }) => {
    for (; at < offset; at += 1) if (html[at] === '\n') line += 1;
    return { ...note, line };
  });
}

/** Equal removals in one line are listed once. */
function chooseListed(all: readonly Removal[]): Removal[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const isListed = ({ kind, name, line, message }: Removal) => {
    const isNew = !seen.has(`${line} ${message}`);
    seen.add(`${line} ${message}`);
    const count = (counts.get(`${kind} ${name}`) ?? 0) + (isNew ? 1 : 0);
    counts.set(`${kind} ${name}`, count);
    return isNew && count <= MAX_OF_SAME;
  };
  return all.filter(isListed).slice(0, MAX_LISTED);
}

export type Removed = { readonly removed: Removal[]; readonly removed_count: number };

/** Finds what is in the written HTML and will not be shown, and tags that are not in pairs. */
export function findRemoved(html: string, parsed: ParsedHtml): Removed {
  const all = [...findAll(html, parsed)].sort((a, b) => a.offset - b.offset);
  return { removed: chooseListed(withLines(html, all)), removed_count: all.length };
}
