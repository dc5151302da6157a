import type { Node } from 'prosemirror-model';
import { referenceNode } from '../../document/footnote-nodes.ts';
import {
  attribute,
  type ChildNode,
  type ElementNode,
  isElement,
  isText,
} from '../../document/parse-html.ts';
import { schema } from '../../document/schema.ts';
import { type Context, contextIn, isSkipped, type ReadBlocks } from './context.ts';
import type { PastedReference } from './footnotes.ts';
import { classesOf, hasClass, styleOf, textOf } from './parse-pasted.ts';
import { readCode } from './read-code.ts';
import {
  contextInList,
  isWordItem,
  type ListPart,
  nestLists,
  readItem,
  splitMarker,
} from './read-lists.ts';
import { altOf, embeddedFile, isIcon, pictureSource, readFrame } from './read-pictures.ts';
import { readTable } from './read-tables.ts';
import {
  isBlank,
  LINE_BREAK,
  paragraphs,
  plainSpaces,
  STRONG,
  splitTitle,
  tidyText,
  withoutCommonMark,
} from './tidy-text.ts';

const BLOCKS = new Set(
  'address article aside body center dd dir div dl dt fieldset figcaption footer form header hgroup html legend main menu ol p section summary ul'.split(
    ' ',
  ),
);
/** These are blocks of their own, so a text with them does not consist of lines. */
const NOT_IN_LINES = new Set(
  'h1 h2 h3 h4 h5 h6 li pre table blockquote details figure img iframe hr'.split(' '),
);
const BLOCK_DISPLAY = /^(?:block|flex|grid|list-item|table|flow-root)/;

function isBlock(element: ElementNode): boolean {
  return BLOCKS.has(element.tagName) || BLOCK_DISPLAY.test(styleOf(element).get('display') ?? '');
}

/** A longer line is a paragraph. */
const LONGEST_LINE = 100;

function hasLineBreak(node: ChildNode): boolean {
  if (!isElement(node)) return false;
  return node.tagName === 'br' || node.childNodes.some(hasLineBreak);
}

function hasBlocks({ childNodes }: ElementNode): boolean {
  return childNodes
    .filter(isElement)
    .some((node) => isBlock(node) || NOT_IN_LINES.has(node.tagName) || hasBlocks(node));
}

function isEmptyLine(node: ChildNode): boolean {
  if (!isElement(node) || node.tagName !== 'div' || node.childNodes.length > 2) return false;
  return textOf(node).trim() === '' && hasLineBreak(node) && !hasBlocks(node);
}

function isLine(element: ElementNode): boolean {
  if (element.tagName !== 'div' || headingLevel(element) > 0) return false;
  return textOf(element).length <= LONGEST_LINE && !hasBlocks(element);
}

const TITLES = new Set(['p', 'div', 'span']);

/** Returns 1 to 6, or 0 if it is no heading. */
export function headingLevel(element: ElementNode): number {
  const [, digit] = /^h([1-6])$/.exec(element.tagName) ?? [];
  if (digit) return Number(digit);
  if (element.attrs.length === 0 || !TITLES.has(element.tagName)) return 0;
  if (hasClass(element, /^MsoTitle/)) return 1;
  if (attribute(element, 'role') === 'heading')
    return Number(attribute(element, 'aria-level')) || 2;
  const style = classesOf(element).map((name) => /^MsoHeading(\d)$/.exec(name));
  return Number(style.find((match) => match !== null)?.[1] ?? 0);
}

/** Some pages put a link in each heading that only leads to itself. */
function isPermalink(element: ElementNode, { isInHeading }: Context): boolean {
  return isInHeading && element.tagName === 'a' && /^[#¶§🔗]?$/u.test(textOf(element).trim());
}

function withoutSelfLink(text: readonly Node[]): readonly Node[] {
  const link = text[0]?.marks.find(({ attrs }) => attrs.href?.includes('#'));
  return link ? withoutCommonMark(text, link) : text;
}

function takeCaptions(element: ElementNode): ElementNode[] {
  const inner = element.childNodes.filter(isElement).filter((node) => !isSkipped(node));
  element.childNodes = element.childNodes.filter(({ nodeName }) => nodeName !== 'figcaption');
  return inner.flatMap((node) => {
    if (node.tagName === 'figcaption') return [node];
    return node.tagName === 'figure' ? [] : takeCaptions(node);
  });
}

function readText(text: string, { marks, keepsLines }: Context): Node[] {
  const lines = keepsLines ? text.split(/\r\n?|\n/) : [text];
  return lines.flatMap((line, index) => {
    const words = plainSpaces(line);
    const shown = words === '' ? [] : [schema.text(words, marks)];
    return index === 0 ? shown : [LINE_BREAK, ...shown];
  });
}

const NOT_AROUND_REFERENCES = ['code', 'link', 'sup', 'sub'];

export type References = {
  readonly byLink: ReadonlyMap<ElementNode, PastedReference>;
  readonly first: number;
};

type ReaderOptions = {
  readonly hasTitle: boolean;
  readonly files: readonly File[];
  readonly references: References;
};

const QUOTE_CLASS = /^Mso(?:Intense)?Quote/;

export class BlockReader {
  /** The page has a title already, so if there is another, all headings move down one level. */
  readonly #shift: number;
  /** Images of the clipboard, for pictures without a usable address. */
  readonly #files: Iterator<File>;
  /** The address of each picture to be uploaded is `pasted:` with its index. */
  readonly uploads: File[] = [];

  readonly #references: References;

  constructor({ hasTitle, files, references }: ReaderOptions) {
    this.#shift = hasTitle ? 1 : 0;
    this.#files = files.values();
    this.#references = references;
  }

  read: ReadBlocks = (nodes, context) => {
    const blocks: (Node | ListPart)[] = [];
    let text: Node[] = [];
    const add = (added: readonly (Node | ListPart)[], { list }: Context) => {
      for (const block of added)
        blocks.push(
          list && !('level' in block) ? { ...list, isItem: false, blocks: [block] } : block,
        );
    };
    const end = (around: Context) => {
      add(paragraphs(text), around);
      text = [];
    };
    const write = (words: string, around: Context) => {
      for (const node of readText(words, around)) text.push(node);
    };
    const endLine = () => {
      const last = text.findLast((node) => !isBlank(node));
      if (last && last !== LINE_BREAK) text.push(LINE_BREAK);
    };
    const visit = (node: ChildNode, outer: Context): void => {
      if (isText(node)) write(node.value, outer);
      if (!isElement(node) || isSkipped(node) || isPermalink(node, outer)) return;
      if (node.tagName === 'br') {
        text.push(LINE_BREAK);
        return;
      }
      if (node.tagName === 'img' && isIcon(node)) {
        write(altOf(node), outer);
        return;
      }
      const reference = this.#reference(node, outer);
      if (reference) {
        text.push(reference);
        return;
      }
      const inner = contextIn(node, outer);
      const block = this.#block(node, inner);
      const isOwnLine = outer.hasLines && isLine(node);
      const isOwnBlock = !isOwnLine && (block !== null || isBlock(node));
      if (isOwnLine) endLine();
      if (isOwnBlock) end(outer);
      if (block) {
        add(block, outer);
        return;
      }
      const hasLines = node.childNodes.some(isEmptyLine);
      const content = { ...contextInList(node, inner), hasLines };
      if (node.tagName === 'q') write('“', content);
      for (const child of node.childNodes) visit(child, content);
      if (node.tagName === 'q') write('”', content);
      if (isOwnLine) endLine();
      if (isOwnBlock) end(content);
    };
    const start = { ...context, list: null, hasLines: nodes.some(isEmptyLine) };
    for (const node of nodes) visit(node, start);
    end(start);
    return nestLists(blocks);
  };

  #reference(element: ElementNode, { marks }: Context): Node | null {
    const { byLink, first } = this.#references;
    const reference = byLink.get(element);
    if (!reference) return null;
    const node = referenceNode(first + reference.noteIndex, reference.isFirst);
    const around = marks.filter(({ type }) => !NOT_AROUND_REFERENCES.includes(type.name));
    return node.mark(around.reduce((set, mark) => mark.addToSet(set), node.marks));
  }

  /** Null if the element is only a container or inline. */
  #block(element: ElementNode, context: Context): readonly (Node | ListPart)[] | null {
    if (headingLevel(element) > 0) return this.#heading(element, context);
    switch (element.tagName) {
      case 'ul':
      case 'ol':
        return null;
      case 'li':
        return readItem(element, context, this.read);
      case 'dt':
        return this.read(element.childNodes, { ...context, marks: STRONG.addToSet(context.marks) });
      case 'pre':
        return readCode(element, context);
      case 'table':
        return readTable(element, context, this.read);
      case 'blockquote':
        return this.#quote(element, context);
      case 'details':
        return this.#details(element, context);
      case 'figure':
        return this.#figure(element, context);
      case 'img':
        return this.#picture(element, context);
      case 'iframe':
        return readFrame(element);
      case 'hr':
        return [schema.node('rule')];
    }
    if (!isBlock(element)) return null;
    if (isWordItem(element)) return readItem(element, context, this.read);
    return hasClass(element, QUOTE_CLASS) ? this.#quote(element, context) : null;
  }

  #heading(element: ElementNode, context: Context): Node[] {
    const { content } = splitMarker(element);
    const { text, rest } = splitTitle(this.read(content, { ...context, isInHeading: true }));
    if (text.length === 0) return rest;
    const level = Math.min(4, Math.max(2, headingLevel(element) + this.#shift));
    return [schema.node('heading', { level }, withoutSelfLink(text)), ...rest];
  }

  #quote(element: ElementNode, context: Context): Node[] {
    const blocks = this.read(element.childNodes, context);
    return blocks.length > 0 ? [schema.node('blockquote', null, blocks)] : [];
  }

  #details(element: ElementNode, context: Context): Node[] {
    const isSummary = ({ nodeName }: ChildNode) => nodeName === 'summary';
    const title = splitTitle(this.read(element.childNodes.filter(isSummary), context));
    const content = element.childNodes.filter((node) => !isSummary(node));
    const blocks = [...title.rest, ...this.read(content, context)];
    if (title.text.length === 0) return blocks;
    const empty = schema.node('paragraph', { bare: true });
    const summary = schema.node('summary', null, title.text);
    return [schema.node('details', null, [summary, ...(blocks.length > 0 ? blocks : [empty])])];
  }

  #figure(element: ElementNode, context: Context): Node[] {
    const captions = takeCaptions(element);
    const blocks = this.read(element.childNodes, context);
    const caption = splitTitle(this.read(captions, context));
    const at = blocks.findLastIndex(({ type }) => type.name === 'figure');
    const picture = blocks[at];
    if (!picture) return [...blocks, ...paragraphs(caption.text), ...caption.rest];
    const text = tidyText([...picture.children, schema.text(' '), ...caption.text]);
    return [...blocks.with(at, schema.node('figure', picture.attrs, text)), ...caption.rest];
  }

  #picture(element: ElementNode, { addresses }: Context): Node[] {
    const src = pictureSource(element, addresses) ?? this.#upload(attribute(element, 'src'));
    return src === null ? [] : [schema.node('figure', { src, alt: altOf(element) })];
  }

  #upload(src: string): string | null {
    const number = this.uploads.length;
    const isLocal = /^\s*(?:file|blob|cid):/i.test(src);
    const file = isLocal ? this.#files.next().value : embeddedFile(src, number + 1);
    if (!file) return null;
    this.uploads.push(file);
    return `pasted:${number}`;
  }
}
