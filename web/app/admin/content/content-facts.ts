import { BLOCK_TAGS, HIDDEN_TAGS } from '@longhand/contract/bare-paragraphs';
import { countWords } from '@longhand/contract/reading-time';
import { type NamedBlock, nameBlocks } from './block-names.ts';
import {
  type ChildNode,
  type ElementNode,
  isElement,
  isText,
  parseWithPositions,
} from './document/parse-html.ts';
import { TooComplexError } from './html/bounded-html.ts';

export type Range = { readonly from: number; readonly to: number };

/** What the checks need of a content. */
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

function attributeOf({ attrs }: ElementNode, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value;
}

function rangeOf({ sourceCodeLocation }: ChildNode): Range | undefined {
  if (!sourceCodeLocation) return undefined;
  return { from: sourceCodeLocation.startOffset, to: sourceCodeLocation.endOffset };
}

/** Collects texts that are not interrupted by block elements or, outside of them, by blank lines. */
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

/** Without a DOM, because it has no positions. Nothing is found in HTML that is too complex. */
export function readContent(html: string): ContentFacts {
  const pictures: Range[] = [];
  const headings: (Range & { level: number })[] = [];
  const links: (Range & { href: string })[] = [];
  const ids = new Set<string>();
  const blocks = createBlocks();

  function readElement(element: ElementNode): void {
    const { tagName } = element;
    const id = attributeOf(element, 'id');
    if (id) ids.add(id);
    const range = rangeOf(element);
    if (!range) return;
    const href = tagName === 'a' ? attributeOf(element, 'href') : undefined;
    if (href) links.push({ ...range, href });
    if (tagName === 'img' && !attributeOf(element, 'alt')?.trim()) pictures.push(range);
    // The renderer makes an h1 an h2: the title is the only one.
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
