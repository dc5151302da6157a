import { countWords } from '@longhand/contract/posts/reading-time';
import { BLOCK_TAGS, HIDDEN_TAGS } from '@longhand/contract/text/bare-paragraphs';
import { topLevelBlocks } from './document/html-blocks.ts';
import {
  attribute,
  type ChildNode,
  type ElementNode,
  isElement,
  isText,
  parseWithPositions,
  rawText,
  TooComplexError,
} from './document/parse-html.ts';
import type { Range } from './html/html-tags.ts';

/** The name is what people who see no line numbers would call the block. */
type NamedBlock = { readonly from: number; readonly to: number; readonly name: string };

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

function wordsOf(nodes: readonly ChildNode[]): string[] {
  return rawText(nodes)
    .split(/\s+/)
    .filter((word) => word !== '');
}

function hasPicture(nodes: readonly ChildNode[]): boolean {
  return nodes.some(
    (node) => isElement(node) && (node.tagName === 'img' || hasPicture(node.childNodes)),
  );
}

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
  return `“${first}${words.length > QUOTED_WORDS ? '…' : ''}”`;
}

function lastWords(words: readonly string[]): string {
  return `“${words.length > QUOTED_WORDS ? '…' : ''}${words.slice(-QUOTED_WORDS).join(' ')}”`;
}

/** Blocks are counted by kind. A heading is named by its words, a picture by the words before it. */
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

export function blockNameAt(named: readonly NamedBlock[], offset: number): string | undefined {
  return (named.findLast(({ from }) => from <= offset) ?? named[0])?.name;
}

export type ContentFacts = {
  readonly pictures: readonly Range[];
  readonly headings: readonly (Range & { readonly level: number })[];
  readonly links: readonly (Range & { readonly href: string })[];
  readonly ids: ReadonlySet<string>;
  readonly blocks: readonly (Range & { readonly words: number })[];
  readonly named: readonly NamedBlock[];
};

const NO_FACTS: ContentFacts = {
  pictures: [],
  headings: [],
  links: [],
  ids: new Set(),
  blocks: [],
  named: [],
};

function rangeOf({ sourceCodeLocation }: ChildNode): Range | undefined {
  if (!sourceCodeLocation) return undefined;
  return { from: sourceCodeLocation.startOffset, to: sourceCodeLocation.endOffset };
}

/** Block elements, and blank lines outside of them, separate blocks. */
function createBlocks() {
  const blocks: { from: number; to: number; text: string }[] = [];
  let isOpen = false;
  function addPart(text: string, range: Range): void {
    const block = blocks.at(-1);
    if (isOpen && block) {
      block.text += text;
      block.to = range.to;
    } else if (text.trim() !== '') {
      blocks.push({ ...range, text });
      isOpen = true;
    }
  }
  return {
    end(): void {
      isOpen = false;
    },
    add(text: string, range: Range, isBare: boolean): void {
      const parts = isBare ? text.split(/\n[ \t\f\r]*\n/) : [text];
      for (const [index, part] of parts.entries()) {
        if (index > 0) isOpen = false;
        addPart(part, range);
      }
    },
    list: () => blocks.map(({ text, ...range }) => ({ ...range, words: countWords(text) })),
  };
}

/** Parses without a DOM, which has no source positions. Finds nothing in HTML that is too complex. */
export function readContent(html: string): ContentFacts {
  const pictures: Range[] = [];
  const headings: (Range & { level: number })[] = [];
  const links: (Range & { href: string })[] = [];
  const ids = new Set<string>();
  const blocks = createBlocks();

  function readElement(element: ElementNode): void {
    const { tagName } = element;
    const id = attribute(element, 'id');
    if (id) ids.add(id);
    const range = rangeOf(element);
    if (!range) return;
    const href = tagName === 'a' ? attribute(element, 'href') : undefined;
    if (href) links.push({ ...range, href });
    if (tagName === 'img' && !attribute(element, 'alt').trim()) pictures.push(range);
    // The renderer turns an h1 into an h2, because the title is the only h1.
    if (/^h[1-6]$/.test(tagName))
      headings.push({ ...range, level: Math.max(2, Number(tagName.charAt(1))) });
  }

  function read(nodes: readonly ChildNode[], isBare: boolean): void {
    for (const node of nodes) {
      const range = rangeOf(node);
      if (isText(node) && range) blocks.add(node.value, range, isBare);
      if (!isElement(node) || HIDDEN_TAGS.has(node.tagName)) continue;
      readElement(node);
      if (node.tagName === 'br' && range) blocks.add(' ', range, false);
      // Code has no paragraphs.
      if (node.tagName === 'pre') {
        blocks.end();
        continue;
      }
      const isBlock = BLOCK_TAGS.has(node.tagName);
      if (isBlock) blocks.end();
      read(node.childNodes, isBare && !isBlock);
      if (isBlock) blocks.end();
    }
  }

  let named: readonly NamedBlock[];
  try {
    const nodes = parseWithPositions(html);
    read(nodes, true);
    named = nameBlocks(html, nodes);
  } catch (error) {
    if (error instanceof TooComplexError) return NO_FACTS;
    throw error;
  }
  return { pictures, headings, links, ids, blocks: blocks.list(), named };
}
