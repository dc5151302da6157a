import { BLOCK_TAGS } from '@longhand/contract/bare-paragraphs';
import { topLevelBlocks } from './document/html-blocks.ts';
import { type ChildNode, isElement, isText } from './document/parse-html.ts';

/** A top-level block of a text, as a person who sees no lines would call it. */
export type NamedBlock = { readonly from: number; readonly to: number; readonly name: string };

const NAMES: Readonly<Record<string, string>> = {
  ul: 'list',
  ol: 'list',
  dl: 'list',
  table: 'table',
  blockquote: 'quote',
  pre: 'code block',
  iframe: 'video',
  hr: 'line',
  details: 'details',
  p: 'paragraph',
};

const QUOTED_WORDS = 5;

export function ordinal(number: number): string {
  const isTeen = Math.floor((number % 100) / 10) === 1;
  const ending = isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10];
  return `${number}${ending ?? 'th'}`;
}

function textOf(nodes: readonly ChildNode[]): string {
  return nodes
    .map((node) => (isText(node) ? node.value : isElement(node) ? textOf(node.childNodes) : ''))
    .join('');
}

function wordsOf(nodes: readonly ChildNode[]): string[] {
  return textOf(nodes)
    .split(/\s+/)
    .filter((word) => word !== '');
}

function hasPicture(nodes: readonly ChildNode[]): boolean {
  return nodes.some(
    (node) => isElement(node) && (node.tagName === 'img' || hasPicture(node.childNodes)),
  );
}

/** Of the nodes of one block. */
function kindOf(nodes: readonly ChildNode[]): string {
  const [only, ...others] = nodes;
  const tag = only && others.length === 0 && isElement(only) ? only.tagName : '';
  const isFigure = tag === 'figure' || wordsOf(nodes).length === 0;
  if (isFigure && hasPicture(nodes)) return 'picture';
  if (/^h[1-6]$/.test(tag)) return 'heading';
  return NAMES[tag] ?? (BLOCK_TAGS.has(tag) ? 'block' : 'paragraph');
}

function firstWords(words: readonly string[]): string {
  const first = words.slice(0, QUOTED_WORDS).join(' ');
  return `‘${first}${words.length > QUOTED_WORDS ? '…' : ''}’`;
}

function lastWords(words: readonly string[]): string {
  return `‘${words.length > QUOTED_WORDS ? '…' : ''}${words.slice(-QUOTED_WORDS).join(' ')}’`;
}

/** Counted by kind; a heading has its words, and a picture those before it. */
export function nameBlocks(source: string, nodes: readonly ChildNode[]): NamedBlock[] {
  const counts = new Map<string, number>();
  let before: readonly string[] = [];
  function count(key: string): number {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  }
  function nameOf(kind: string, words: readonly string[]): string {
    if (kind === 'heading' && words.length > 0) return `Heading ${firstWords(words)}`;
    if (kind !== 'picture') return `${ordinal(count(kind))} ${kind}`;
    const place = before.length > 0 ? `after ${lastWords(before)}` : 'at the beginning';
    const number = count(place);
    return `${number === 1 ? 'Picture' : `${ordinal(number)} picture`} ${place}`;
  }
  return topLevelBlocks(source, nodes).map(({ from, to, nodes: own }) => {
    const words = wordsOf(own);
    const kind = kindOf(own);
    const name = nameOf(kind, words);
    if (kind !== 'picture' && words.length > 0) before = words;
    return { from, to, name };
  });
}

/** The name of the block at an offset of the source. */
export function blockNameAt(named: readonly NamedBlock[], offset: number): string | undefined {
  return (named.findLast(({ from }) => from <= offset) ?? named[0])?.name;
}
