import type { Element, ElementContent, Nodes, Root } from 'hast';
import { picturesOf } from '../../posts/rendering/galleries.ts';
import { LINE_WIDTH, widthOfText, wrapLines } from './wrap-lines.ts';

type Place = { readonly width: number; readonly language: string };

/** A paragraph, list or the like: its lines. */
type Block = readonly string[];

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** A space follows each address: programs take what stands right after it for a part of it. */
function linkText(link: Element): string {
  const words = inlineOf(link.children);
  const href = String(link.properties.href);
  // Arrows that lead back to the text are of no use here.
  if (!/[\p{L}\p{N}]/u.test(words)) return '';
  return words.trim() === href ? `${href} ` : `${words} ( ${href} )`;
}

function isReference({ properties: { className } }: Element): boolean {
  return Array.isArray(className) && className.includes('footnote-ref');
}

const INLINE: Readonly<Record<string, (found: Element) => string>> = {
  a: linkText,
  br: () => '\n',
  img: ({ properties: { alt } }) => (alt ? `[${alt}]` : ''),
  q: ({ children }) => `“${inlineOf(children)}”`,
  rp: () => '',
  rt: ({ children }) => `(${inlineOf(children)})`,
  sup: (found) => (isReference(found) ? `[${textOf(found)}]` : inlineOf(found.children)),
};

/** Line breaks are those of `br`. */
function inlineOf(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value.replace(/\s+/g, ' ');
      if (node.type !== 'element') return '';
      return (INLINE[node.tagName] ?? ((found) => inlineOf(found.children)))(node);
    })
    .join('');
}

function paragraph(words: string, { width, language }: Place): Block[] {
  const lines = wrapLines(words, width, language);
  return lines.length === 0 ? [] : [lines];
}

/** Between blocks is a blank line. */
function linesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

function flat(blocks: readonly Block[]): string[] {
  return blocks.flat();
}

function prefixed(lines: readonly string[], first: string, rest = ' '.repeat(first.length)) {
  return lines
    .map((line, index) => (index === 0 ? first : rest) + line)
    .map((line) => line.trimEnd());
}

function within({ width, language }: Place, prefix: number): Place {
  return { width: Math.max(width - prefix, 20), language };
}

function underlined(found: Element, place: Place, line: string): Block[] {
  return paragraph(inlineOf(found.children), place).map((lines) => [
    ...lines,
    line.repeat(Math.max(...lines.map(widthOfText))),
  ]);
}

function isItem(node: Nodes): node is Element {
  return node.type === 'element' && node.tagName === 'li';
}

function numbersOf(
  { tagName, properties: { start, reversed } }: Element,
  items: readonly Element[],
) {
  let next = Number(start ?? (reversed ? items.length : 1));
  return items.map(({ properties: { value } }) => {
    const number = Number(value ?? next);
    next = number + (reversed ? -1 : 1);
    return tagName === 'ol' ? `${number}. ` : '- ';
  });
}

/** Items of one paragraph each have no blank lines between them. */
function isLoose({ children }: Element): boolean {
  return children.filter((child) => child.type === 'element' && child.tagName === 'p').length > 1;
}

function list(found: Element, place: Place): Block[] {
  const items = found.children.filter(isItem);
  const marks = numbersOf(found, items);
  const join = items.some(isLoose) ? linesOf : flat;
  const blocks = items.map((item, index) => {
    const mark = marks[index] ?? '';
    return prefixed(join(blocksOf(item.children, within(place, mark.length))), mark);
  });
  return [join(blocks)];
}

function rowsOf(node: Nodes): Element[] {
  if (node.type !== 'element') return [];
  return node.tagName === 'tr' ? [node] : node.children.flatMap(rowsOf);
}

const ONE_LINE: Place = { width: Number.POSITIVE_INFINITY, language: 'en' };

function table(found: Element, place: Place): Block[] {
  const captions = found.children.filter(
    (child) => child.type === 'element' && child.tagName === 'caption',
  );
  const rows = rowsOf(found).map((row) =>
    row.children
      .filter((cell) => cell.type === 'element')
      .map((cell) => flat(blocksOf(cell.children, ONE_LINE)).join(' '))
      .join(' | '),
  );
  return [
    ...paragraph(inlineOf(captions), place),
    rows.flatMap((row) => wrapLines(row, place.width, place.language)),
  ];
}

function quote(found: Element, place: Place): Block[] {
  return [prefixed(linesOf(blocksOf(found.children, within(place, 2))), '> ', '> ')];
}

function indented(found: Element, place: Place): Block[] {
  return [prefixed(linesOf(blocksOf(found.children, within(place, 4))), '    ')];
}

function code(found: Element): Block[] {
  return [prefixed(textOf(found).replace(/\n$/, '').split('\n'), '    ')];
}

const heading = (found: Element, place: Place) => underlined(found, place, '-');
const container = ({ children }: Element, place: Place) => blocksOf(children, place);
const withoutGaps = ({ children }: Element, place: Place) => [flat(blocksOf(children, place))];
const figure = (found: Element, place: Place) =>
  picturesOf(found).length > 0 ? container(found, place) : withoutGaps(found, place);

const BLOCKS: Readonly<Record<string, (found: Element, place: Place) => Block[]>> = {
  h1: (found, place) => underlined(found, place, '='),
  ...{ h2: heading, h3: heading, h4: heading, h5: heading, h6: heading },
  ...{ p: container, dt: container, figcaption: container, summary: container },
  ...{ ul: list, ol: list, blockquote: quote, pre: code, dd: indented, table },
  hr: () => [['* * *']],
  ...{ div: container, section: container, article: container, aside: container },
  ...{ header: container, footer: container, address: container, details: container },
  ...{ dl: withoutGaps, figure },
};

function isBlock(node: ElementContent): node is Element {
  return node.type === 'element' && Object.hasOwn(BLOCKS, node.tagName);
}

/** What stands between blocks is a paragraph. */
function blocksOf(nodes: readonly ElementContent[], place: Place): Block[] {
  const blocks: Block[] = [];
  let inline: ElementContent[] = [];
  function endInline() {
    blocks.push(...paragraph(inlineOf(inline), place));
    inline = [];
  }
  for (const node of nodes) {
    if (isBlock(node)) {
      endInline();
      blocks.push(...(BLOCKS[node.tagName]?.(node, place) ?? []));
    } else inline.push(node);
  }
  endInline();
  return blocks.filter((lines) => lines.length > 0);
}

/** For programs, and people, that do not show HTML. */
export function plainText(tree: Root, language: string): string {
  const place = { width: LINE_WIDTH, language };
  return `${linesOf(blocksOf(tree.children as ElementContent[], place)).join('\n')}\n`;
}
