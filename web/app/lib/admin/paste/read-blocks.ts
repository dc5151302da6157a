import { type Block, type BlockOf, paragraphs, pushAll, titleRuns } from './blocks.ts';
import { type Context, contextIn, isSkipped, MAX_DEPTH, type ReadBlocks } from './context.ts';
import {
  attribute,
  classesOf,
  type Element,
  hasClass,
  isElementNode,
  isTextNode,
  type Node,
  styleOf,
  textOf,
} from './parse-pasted.ts';
import { isCodeTable, readCode } from './read-code.ts';
import {
  isWordMarker,
  nestItems,
  readList,
  readWordItem,
  withoutMarker,
  wordListOf,
} from './read-lists.ts';
import { altOf, isIcon, pictureSource, readFrame } from './read-pictures.ts';
import { readTable } from './read-tables.ts';
import { collapseSpaces, LINE_BREAK, type Run, tidyRuns } from './runs.ts';

const BLOCKS = new Set(
  'address article aside body center dd dir div dl dt fieldset figcaption footer form header hgroup html legend li main menu p section summary'.split(
    ' ',
  ),
);
const BLOCK_DISPLAY = /^(?:block|flex|grid|list-item|table|flow-root)/;

function isBlock(element: Element): boolean {
  return BLOCKS.has(element.tagName) || BLOCK_DISPLAY.test(styleOf(element).get('display') ?? '');
}

const TITLES = new Set(['p', 'div', 'span']);

/** From 1; 0 if it is no heading. */
export function headingLevel(element: Element): number {
  const [, digit] = /^h([1-6])$/.exec(element.tagName) ?? [];
  if (digit) return Number(digit);
  if (element.attrs.length === 0 || !TITLES.has(element.tagName)) return 0;
  if (hasClass(element, /^MsoTitle/)) return 1;
  if (attribute(element, 'role') === 'heading')
    return Number(attribute(element, 'aria-level')) || 2;
  const style = classesOf(element).map((name) => /^MsoHeading(\d)$/.exec(name));
  return Number(style.find((match) => match !== null)?.[1] ?? 0);
}

/** The text of a title, and what cannot be in one. */
function splitTitle(blocks: readonly Block[]): { runs: Run[]; rest: Block[] } {
  const isText = (block: Block): block is BlockOf<'paragraph' | 'heading'> =>
    block.kind === 'paragraph' || block.kind === 'heading';
  const runs = blocks.filter(isText).flatMap((block) => [...block.runs, LINE_BREAK]);
  return { runs: titleRuns(runs), rest: blocks.filter((block) => !isText(block)) };
}

/** A link in a heading that only leads to itself. */
function isPermalink(element: Element, { isInHeading }: Context): boolean {
  return isInHeading && element.tagName === 'a' && /^[#¶§🔗]?$/u.test(textOf(element).trim());
}

function withoutSelfLink(runs: readonly Run[]): Run[] {
  const isSelf = runs.every(({ href }) => href?.includes('#') && href === runs[0]?.href);
  return isSelf ? runs.map((run) => ({ ...run, href: null })) : [...runs];
}

const QUOTE_CLASS = /^Mso(?:Intense)?Quote/;

/** Reads elements into blocks; text without one becomes paragraphs. */
export class BlockReader {
  /** The page has a title already: if there is another, all headings go one level down. */
  readonly #shift: number;
  /** How many pictures without a usable address the clipboard has as files. */
  readonly #files: number;
  #missing = 0;

  constructor({ hasTitle, files }: { hasTitle: boolean; files: number }) {
    this.#shift = hasTitle ? 1 : 0;
    this.#files = files;
  }

  read: ReadBlocks = (nodes, context) => {
    const blocks: Block[] = [];
    let runs: Run[] = [];
    const end = () => {
      pushAll(blocks, paragraphs(runs));
      runs = [];
    };
    const visit = (node: Node, outer: Context): void => {
      if (isTextNode(node)) pushAll(runs, readText(node.value, outer));
      if (!isElementNode(node) || isSkipped(node) || isPermalink(node, outer)) return;
      if (isWordMarker(node)) return;
      if (node.tagName === 'br') {
        runs.push(LINE_BREAK);
        return;
      }
      if (node.tagName === 'img' && isIcon(node)) {
        runs.push(...readText(altOf(node), outer));
        return;
      }
      const block = this.#block(node, outer);
      if (block) {
        end();
        pushAll(blocks, block);
        return;
      }
      const inner = contextIn(node, outer);
      const isOwnBlock = isBlock(node);
      if (isOwnBlock) end();
      if (node.tagName === 'q') runs.push(...readText('“', inner));
      for (const child of node.childNodes) visit(child, inner);
      if (node.tagName === 'q') runs.push(...readText('”', inner));
      if (isOwnBlock) end();
    };
    for (const node of nodes) visit(node, context);
    end();
    return nestItems(blocks);
  };

  /** Null if it is only a container or inline. */
  #block(element: Element, context: Context): Block[] | null {
    if (headingLevel(element) > 0) return this.#heading(element, context);
    switch (element.tagName) {
      case 'ul':
      case 'ol':
        return readList(element, contextIn(element, context), this.read);
      case 'li':
        return this.#looseItem(element, context);
      case 'dt':
        return this.#term(element, context);
      case 'pre':
        return readCode(element, contextIn(element, context));
      case 'table':
        return isCodeTable(element)
          ? readCode(element, contextIn(element, context))
          : readTable(element, contextIn(element, context), this.read);
      case 'blockquote':
        return this.#quote(element, context);
      case 'details':
        return this.#details(element, context);
      case 'figure':
        return this.#figure(element, context);
      case 'figcaption':
        return this.#caption(element, context);
      case 'img':
        return this.#picture(element, context);
      case 'iframe':
        return readFrame(element);
      case 'hr':
        return [{ kind: 'rule' }];
    }
    if (wordListOf(element) && isBlock(element)) return readWordItem(element, context, this.read);
    return hasClass(element, QUOTE_CLASS) && isBlock(element)
      ? this.#quote(element, context)
      : null;
  }

  #heading(element: Element, context: Context): Block[] {
    const inner = { ...contextIn(element, context), isInHeading: true };
    const { runs, rest } = splitTitle(this.read(withoutMarker(element), inner));
    if (runs.length === 0) return rest;
    const level = Math.min(4, Math.max(2, headingLevel(element) + this.#shift));
    return [{ kind: 'heading', level, runs: withoutSelfLink(runs) }, ...rest];
  }

  /** An item that was copied without its list. */
  #looseItem(element: Element, context: Context): Block[] {
    const inner = { ...contextIn(element, context), depth: context.depth + 1 };
    const blocks = this.read(element.childNodes, inner);
    if (blocks.length === 0 || context.depth >= MAX_DEPTH) return blocks;
    return [{ kind: 'item', level: 1, isOrdered: false, start: 1, id: '', blocks }];
  }

  #term(element: Element, context: Context): Block[] {
    const inner = contextIn(element, context);
    const marks = new Set([...inner.marks, 'strong' as const]);
    return this.read(element.childNodes, { ...inner, marks });
  }

  #quote(element: Element, context: Context): Block[] {
    const inner = { ...contextIn(element, context), depth: context.depth + 1 };
    const blocks = this.read(element.childNodes, inner);
    const isQuote = blocks.length > 0 && context.depth < MAX_DEPTH;
    return isQuote ? [{ kind: 'quote', blocks }] : blocks;
  }

  #details(element: Element, context: Context): Block[] {
    const inner = { ...contextIn(element, context), depth: context.depth + 1 };
    const isSummary = (node: Node) => isElementNode(node) && node.tagName === 'summary';
    const title = splitTitle(this.read(element.childNodes.filter(isSummary), inner));
    const content = element.childNodes.filter((node) => !isSummary(node));
    const blocks = [...title.rest, ...this.read(content, inner)];
    if (title.runs.length === 0) return blocks;
    if (context.depth < MAX_DEPTH) return [{ kind: 'details', summary: title.runs, blocks }];
    return [{ kind: 'paragraph', runs: title.runs }, ...blocks];
  }

  #figure(element: Element, context: Context): Block[] {
    let caption: readonly Run[] = [];
    const takeCaption = (runs: readonly Run[]) => {
      caption = tidyRuns([...caption, LINE_BREAK, ...runs]);
    };
    const blocks = this.read(element.childNodes, { ...contextIn(element, context), takeCaption });
    const at = blocks.findLastIndex(({ kind }) => kind === 'picture');
    const picture = blocks[at];
    if (picture?.kind !== 'picture') return [...blocks, ...paragraphs(caption)];
    return blocks.with(at, { ...picture, caption: tidyRuns([...picture.caption, ...caption]) });
  }

  #caption(element: Element, context: Context): Block[] {
    const inner = { ...contextIn(element, context), takeCaption: null };
    const blocks = this.read(element.childNodes, inner);
    if (!context.takeCaption) return blocks;
    const { runs, rest } = splitTitle(blocks);
    context.takeCaption(runs);
    return rest;
  }

  #picture(element: Element, { addresses }: Context): Block[] {
    const src = pictureSource(element, addresses);
    const isFile = src === '' && /^(?:file|blob|cid):/i.test(attribute(element, 'src').trim());
    if (src === '' && (!isFile || this.#missing >= this.#files)) return [];
    const address = src === '' ? `pasted:${this.#missing++}` : src;
    return [{ kind: 'picture', picture: { src: address, alt: altOf(element) }, caption: [] }];
  }
}

function readText(text: string, { marks, href, keepsLines }: Context): Run[] {
  if (!keepsLines) return [{ text: collapseSpaces(text), marks, href }];
  const lines = text.split(/\r\n?|\n/);
  return lines.flatMap((line, index) => {
    const run = { text: collapseSpaces(line), marks, href };
    return index === 0 ? [run] : [LINE_BREAK, run];
  });
}
