import { isEmbedAddress } from '@longhand/contract/media/video-address';
import { BLOCK_TAGS, groupTopLevel, HIDDEN_TAGS } from '@longhand/contract/text/bare-paragraphs';
import {
  attribute,
  type ChildNode,
  type ElementNode,
  isElement,
  isText,
  parseHtml,
  rawText,
} from '../../content/document/parse-html.ts';

/** Text with the same marks, such as `bold` or `link to /about`. */
export type Piece = { readonly text: string; readonly marks: readonly string[] };

export type Picture = {
  readonly src: string;
  readonly alt: string;
  readonly figureClasses: string;
};

/** The smallest part that readers see as one: a paragraph, a list item, a table row or a picture. */
export type ReaderBlock = {
  /** Shown to the owner. */
  readonly name: string;
  readonly style: 'text' | 'heading' | 'item' | 'quote' | 'code' | 'row' | 'picture' | 'rule';
  /** The lists and quotes around it, outermost first. */
  readonly around: readonly string[];
  readonly marker: string;
  readonly pieces: readonly Piece[];
  readonly picture: Picture | null;
  /** Other visible data: the language of code, the address of a video. */
  readonly detail: string;
};

const MARKS: ReadonlyMap<string, string> = new Map([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['cite', 'italic'],
  ['s', 'struck through'],
  ['del', 'struck through'],
  ['strike', 'struck through'],
  ['u', 'underlined'],
  ['ins', 'underlined'],
  ['mark', 'highlighted'],
  ['code', 'code'],
  ['kbd', 'a key'],
  ['sub', 'subscript'],
  ['sup', 'superscript'],
  ['small', 'small'],
  ['q', 'in quotation marks'],
]);

const SPACES = /[ \t\r\n\f]+/g;

function marksOf(element: ElementNode, around: readonly string[]): readonly string[] {
  const href = element.tagName === 'a' ? attribute(element, 'href') : '';
  const mark = href ? `link to ${href}` : MARKS.get(element.tagName);
  return mark === undefined || around.includes(mark) ? around : [...around, mark].toSorted();
}

type Inline = { readonly pieces: Piece[]; readonly pictures: ElementNode[] };

function readInline(nodes: readonly ChildNode[], marks: readonly string[], into: Inline): void {
  for (const node of nodes) {
    if (isText(node)) into.pieces.push({ text: node.value.replace(SPACES, ' '), marks });
    if (!isElement(node) || HIDDEN_TAGS.has(node.tagName)) continue;
    if (node.tagName === 'br') into.pieces.push({ text: '\n', marks: [] });
    else if (node.tagName === 'img') into.pictures.push(node);
    else readInline(node.childNodes, marksOf(node, marks), into);
  }
}

/** Removes spaces that browsers do not show: repeated ones, at the edges, and beside line breaks. */
function collapse(pieces: readonly Piece[]): Piece[] {
  const kept: Piece[] = [];
  let last = '\n';
  for (const { text, marks } of pieces) {
    const shown = /[ \n]$/.test(last) ? text.replace(/^ /, '') : text;
    const before = kept.at(-1);
    if (shown === '\n' && before?.text.endsWith(' '))
      kept.splice(-1, 1, { ...before, text: before.text.slice(0, -1) });
    if (shown === '') continue;
    kept.push({ text: shown, marks });
    last = shown;
  }
  const end = kept.at(-1);
  if (end && /[ \n]$/.test(end.text)) kept.splice(-1, 1, { ...end, text: end.text.trimEnd() });
  return kept.filter(({ text }) => text !== '');
}

type Place = { readonly around: readonly string[]; readonly marker: string };

const TOP: Place = { around: [], marker: '' };

const INSIDE: Readonly<Record<string, Pick<ReaderBlock, 'name' | 'style'>>> = {
  'bullet list': { name: 'List item', style: 'item' },
  'numbered list': { name: 'Numbered item', style: 'item' },
  quote: { name: 'Quote', style: 'quote' },
  definition: { name: 'Definition', style: 'item' },
};

function block({ around, marker }: Place, fields: Partial<ReaderBlock>): ReaderBlock {
  const inside = INSIDE[around.at(-1) ?? ''] ?? { name: 'Paragraph', style: 'text' };
  return { ...inside, around, marker, pieces: [], picture: null, detail: '', ...fields };
}

function pictureBlock(image: ElementNode, place: Place, figure?: ElementNode): ReaderBlock {
  const caption = figure?.childNodes.find((node) => node.nodeName === 'figcaption');
  const inline: Inline = { pieces: [], pictures: [] };
  if (caption && isElement(caption)) readInline(caption.childNodes, [], inline);
  const src = attribute(image, 'src');
  const figureClasses = figure ? attribute(figure, 'class').trim() : '';
  const picture = { src, alt: attribute(image, 'alt').trim(), figureClasses };
  return block(place, {
    ...{ name: 'Picture', style: 'picture', marker: '' },
    ...{ picture, pieces: collapse(inline.pieces) },
  });
}

/** Each picture in the text becomes a block of its own. */
function textBlocks(
  nodes: readonly ChildNode[],
  place: Place,
  fields: Partial<ReaderBlock> = {},
): ReaderBlock[] {
  const inline: Inline = { pieces: [], pictures: [] };
  readInline(nodes, [], inline);
  const pieces = collapse(inline.pieces);
  return [
    ...(pieces.length > 0 ? [block(place, { ...fields, pieces })] : []),
    ...inline.pictures.map((image) => pictureBlock(image, place)),
  ];
}

function codeBlock(element: ElementNode, place: Place): ReaderBlock {
  const code = element.childNodes.find((node) => node.nodeName === 'code');
  const classes = code && isElement(code) ? attribute(code, 'class') : '';
  const detail = /(?:^|\s)language-(\S+)/.exec(classes)?.[1] ?? '';
  const text = rawText(element.childNodes).replace(/\n$/, '');
  return block(place, { name: 'Code', style: 'code', pieces: [{ text, marks: [] }], detail });
}

function listItems(element: ElementNode, { around }: Place): ReaderBlock[] {
  const isNumbered = element.tagName === 'ol';
  const inner = [...around, isNumbered ? 'numbered list' : 'bullet list'];
  let number = Number(attribute(element, 'start')) || 1;
  return element.childNodes.flatMap((item) => {
    if (!isElement(item)) return [];
    const marker = isNumbered ? `${number++}.` : '•';
    return readBlocks([item], { around: inner, marker });
  });
}

const SEPARATOR: Piece = { text: ' │ ', marks: [] };

/** A row is one block, with its cells separated. */
function rowBlocks(row: ElementNode, place: Place): ReaderBlock[] {
  const cells = row.childNodes.filter(isElement).map((cell) => textBlocks(cell.childNodes, place));
  const pieces = cells.flatMap((blocks, index) => [
    ...(index > 0 ? [SEPARATOR] : []),
    ...blocks.flatMap((each) => each.pieces),
  ]);
  const pictures = cells.flat().filter(({ picture }) => picture !== null);
  return [block(place, { name: 'Table row', style: 'row', marker: '', pieces }), ...pictures];
}

function imagesIn(nodes: readonly ChildNode[]): ElementNode[] {
  return nodes
    .filter(isElement)
    .flatMap((node) => (node.tagName === 'img' ? [node] : imagesIn(node.childNodes)));
}

/** A figure with figures inside is a gallery, whose pictures are read one by one. */
function figureBlocks(figure: ElementNode, place: Place): ReaderBlock[] {
  const isGallery = figure.childNodes.some((node) => node.nodeName === 'figure');
  const images = isGallery ? [] : imagesIn(figure.childNodes);
  if (images.length !== 1) return readBlocks(figure.childNodes, place);
  return images.map((image) => pictureBlock(image, place, figure));
}

function mediaBlock(element: ElementNode, place: Place): ReaderBlock[] {
  const src = attribute(element, 'src');
  if (element.tagName === 'iframe' && !isEmbedAddress(src)) return [];
  const name = element.tagName === 'audio' ? 'Sound' : 'Video';
  return [block(place, { name, style: 'rule', marker: '', detail: src })];
}

type Read = (element: ElementNode, place: Place) => ReaderBlock[];

function inside(name: string): Read {
  return ({ childNodes }, { around, marker }) =>
    readBlocks(childNodes, { around: [...around, name], marker });
}

function named(name: string, style: ReaderBlock['style']): Read {
  return ({ childNodes }, place) => textBlocks(childNodes, place, { name, style });
}

const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  // The renderer turns an h1 into an h2, because the title is the only h1.
  ...[1, 2, 3, 4, 5, 6].map((level): [string, Read] => [
    `h${level}`,
    named(`Heading ${Math.max(2, level)}`, 'heading'),
  ]),
  ['pre', (element, place) => [codeBlock(element, place)]],
  ['hr', (_, place) => [block(place, { name: 'Rule', style: 'rule', marker: '' })]],
  ['ul', listItems],
  ['ol', listItems],
  ['blockquote', inside('quote')],
  ['dd', inside('definition')],
  ['dt', named('Term', 'item')],
  ['details', inside('details')],
  ['summary', named('Summary', 'text')],
  ['caption', named('Caption', 'text')],
  ['tr', rowBlocks],
  ['figure', figureBlocks],
  ['iframe', mediaBlock],
  ['video', mediaBlock],
  ['audio', mediaBlock],
]);

function isBlock(node: ChildNode): node is ElementNode {
  return isElement(node) && (BLOCK_TAGS.has(node.tagName) || READERS.has(node.tagName));
}

function readBlock(element: ElementNode, place: Place): ReaderBlock[] {
  const read = READERS.get(element.tagName);
  return read ? read(element, place) : readBlocks(element.childNodes, place);
}

function readBlocks(nodes: readonly ChildNode[], place: Place): ReaderBlock[] {
  const blocks: ReaderBlock[] = [];
  let run: ChildNode[] = [];
  const endRun = () => {
    blocks.push(...textBlocks(run, blocks.length === 0 ? place : { ...place, marker: '' }));
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) {
      run.push(node);
      continue;
    }
    endRun();
    blocks.push(...readBlock(node, blocks.length === 0 ? place : { ...place, marker: '' }));
  }
  endRun();
  return blocks;
}

/** Groups text without tags as the renderer does: blank lines separate paragraphs. */
function topLevelRuns(nodes: readonly ChildNode[]): ChildNode[][] {
  const groups = groupTopLevel(nodes, {
    textOf: (node) => (isText(node) ? node.value : undefined),
    tagOf: (node) => (isElement(node) ? node.tagName : undefined),
    childrenOf: (node) => (isElement(node) ? node.childNodes : []),
  });
  return groups.map(({ pieces }) =>
    pieces.map(({ node, text }) =>
      text && isText(node) ? { ...node, value: node.value.slice(text.start, text.end) } : node,
    ),
  );
}

/** The HTML is only parsed, never run. Throws a `TooComplexError`. */
export function readerBlocks(html: string): ReaderBlock[] {
  return topLevelRuns(parseHtml(html)).flatMap((nodes) => readBlocks(nodes, TOP));
}

export function textOf({ pieces }: ReaderBlock): string {
  return pieces.map(({ text }) => text).join('');
}
