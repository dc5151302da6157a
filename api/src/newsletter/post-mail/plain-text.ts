import type { Element, ElementContent, Nodes, Root } from 'hast';
import { picturesOf } from '../../rendering/images.ts';

/** Characters of Chinese, Japanese and Korean count as two columns. */
export const LINE_WIDTH = 76;

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Closing punctuation stays with the word before it. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}]/u;

export function widthOfText(text: string): number {
  return [...text].reduce((width, sign) => width + (WIDE.test(sign) ? 2 : 1), 0);
}

const ADDRESS = /(\( \S+ \)|https?:\S+)/;

function segmentsOf(word: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return word
    .split(ADDRESS)
    .flatMap((part, index) =>
      index % 2 === 1 ? part : Array.from(segmenter.segment(part), ({ segment }) => segment),
    );
}

/** A text without spaces can be broken between words, in languages that are written so. */
function pieces(word: string, language: string): string[] {
  if (!WIDE.test(word)) return [word];
  const found: string[] = [];
  for (const segment of segmentsOf(word, language)) {
    const last = found.at(-1);
    if (last !== undefined && CLOSING.test(segment)) found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

/** An address stays together with the brackets around it. */
const SPACE = /(?<!(?:^| )\() (?!\))/;

/** A word that is longer than a line, such as an address, gets a line of its own. */
function wrapLine(line: string, width: number, language: string): string[] {
  const lines: string[] = [];
  let current = '';
  let currentWidth = 0;
  for (const word of line.split(SPACE).filter(Boolean)) {
    for (const [index, piece] of pieces(word, language).entries()) {
      const added = current === '' || index > 0 ? piece : ` ${piece}`;
      const joinedWidth = currentWidth + widthOfText(added);
      const fits = current === '' || joinedWidth <= width;
      if (!fits) lines.push(current);
      current = fits ? current + added : piece;
      currentWidth = fits ? joinedWidth : widthOfText(piece);
    }
  }
  return current === '' ? lines : [...lines, current];
}

export function wrapLines(text: string, width: number, language: string): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width, language));
}

type Place = { readonly width: number; readonly language: string };

type BlockLines = readonly string[];

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** A space follows each address: otherwise mail programs would take the next character for a part of it. */
function linkText(link: Element): string {
  const words = inlineOf(link.children);
  const href = String(link.properties.href);
  // Arrows that lead back from footnotes are of no use here.
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

/** Only `br` becomes a line break. */
function inlineOf(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value.replace(/\s+/g, ' ');
      if (node.type !== 'element') return '';
      return (INLINE[node.tagName] ?? ((found) => inlineOf(found.children)))(node);
    })
    .join('');
}

function paragraph(words: string, { width, language }: Place): BlockLines[] {
  const lines = wrapLines(words, width, language);
  return lines.length === 0 ? [] : [lines];
}

function linesOf(blocks: readonly BlockLines[]): string[] {
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

function prefixed(lines: readonly string[], first: string, rest = ' '.repeat(first.length)) {
  return lines
    .map((line, index) => (index === 0 ? first : rest) + line)
    .map((line) => line.trimEnd());
}

function within({ width, language }: Place, prefix: number): Place {
  return { width: Math.max(width - prefix, 20), language };
}

function underlined(found: Element, place: Place, line: string): BlockLines[] {
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

/** Items with one paragraph each have no blank lines between them. */
function isLoose({ children }: Element): boolean {
  return children.filter((child) => child.type === 'element' && child.tagName === 'p').length > 1;
}

function list(found: Element, place: Place): BlockLines[] {
  const items = found.children.filter(isItem);
  const marks = numbersOf(found, items);
  const join = items.some(isLoose) ? linesOf : (blocks: BlockLines[]) => blocks.flat();
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

function table(found: Element, place: Place): BlockLines[] {
  const captions = found.children.filter(
    (child) => child.type === 'element' && child.tagName === 'caption',
  );
  const rows = rowsOf(found).map((row) =>
    row.children
      .filter((cell) => cell.type === 'element')
      .map((cell) => blocksOf(cell.children, ONE_LINE).flat().join(' '))
      .join(' | '),
  );
  return [
    ...paragraph(inlineOf(captions), place),
    rows.flatMap((row) => wrapLines(row, place.width, place.language)),
  ];
}

const INDENT = ' '.repeat(4);

const quote = ({ children }: Element, place: Place) => [
  prefixed(linesOf(blocksOf(children, within(place, 2))), '> ', '> '),
];
const indented = ({ children }: Element, place: Place) => [
  prefixed(linesOf(blocksOf(children, within(place, INDENT.length))), INDENT),
];
const code = (found: Element) => [prefixed(textOf(found).replace(/\n$/, '').split('\n'), INDENT)];
const heading = (found: Element, place: Place) => underlined(found, place, '-');
const container = ({ children }: Element, place: Place) => blocksOf(children, place);
const withoutGaps = ({ children }: Element, place: Place) => [blocksOf(children, place).flat()];
const figure = (found: Element, place: Place) =>
  picturesOf(found).length > 0 ? container(found, place) : withoutGaps(found, place);

const BLOCKS: Readonly<Record<string, (found: Element, place: Place) => BlockLines[]>> = {
  h1: (found, place) => underlined(found, place, '='),
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  p: container,
  dt: container,
  figcaption: container,
  summary: container,
  ul: list,
  ol: list,
  blockquote: quote,
  pre: code,
  dd: indented,
  table,
  hr: () => [['* * *']],
  div: container,
  section: container,
  article: container,
  aside: container,
  header: container,
  footer: container,
  address: container,
  details: container,
  dl: withoutGaps,
  figure,
};

function isBlock(node: ElementContent): node is Element {
  return node.type === 'element' && Object.hasOwn(BLOCKS, node.tagName);
}

/** Inline content between blocks becomes a paragraph. */
function blocksOf(nodes: readonly ElementContent[], place: Place): BlockLines[] {
  const blocks: BlockLines[] = [];
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

export function plainText(tree: Root, language: string): string {
  const place = { width: LINE_WIDTH, language };
  return `${linesOf(blocksOf(tree.children as ElementContent[], place)).join('\n')}\n`;
}
