import { type Block, type BlockOf, pushAll } from './blocks.ts';
import { type Context, contextIn, isSkipped, MAX_DEPTH, type ReadBlocks } from './context.ts';
import {
  attribute,
  type Element,
  isCommentNode,
  isElementNode,
  type Node,
  styleOf,
  textOf,
} from './parse-pasted.ts';

function startOf(list: Element): number {
  const start = Number(attribute(list, 'start') || 1);
  return Number.isInteger(start) && Math.abs(start) < 1e6 ? start : 1;
}

const onlyLists = (blocks: readonly Block[]) => blocks.every(({ kind }) => kind === 'list');

/** A list without text of its own belongs to the item before it. */
function addItem(items: Block[][], blocks: readonly Block[]): void {
  if (blocks.length === 0) return;
  const last = items.at(-1);
  if (!onlyLists(blocks)) items.push([...blocks]);
  else if (last) pushAll(last, blocks);
  else
    for (const block of blocks)
      if (block.kind === 'list')
        pushAll(
          items,
          block.items.map((item) => [...item]),
        );
}

/** Word in the browser: one list for each item, with the level as an attribute. */
function levelOf(item: Element): number {
  return attribute(item, 'data-listid') === ''
    ? 0
    : Number(attribute(item, 'data-aria-level')) || 0;
}

function clampLevel(level: number, { depth }: Context): number {
  return Math.max(1, Math.min(Math.trunc(level) || 1, MAX_DEPTH - depth));
}

export function readList(list: Element, context: Context, read: ReadBlocks): Block[] {
  const items: Block[][] = [];
  const levelled: Block[] = [];
  const inner = { ...context, depth: context.depth + 1 };
  const isOrdered = list.tagName === 'ol';
  for (const node of list.childNodes) {
    const isItem = isElementNode(node) && node.tagName === 'li';
    if (isElementNode(node) && isSkipped(node)) continue;
    const blocks = isItem ? read(node.childNodes, contextIn(node, inner)) : read([node], inner);
    const level = isItem ? levelOf(node) : 0;
    if (level > 0 && isItem && blocks.length > 0) {
      const id = attribute(node, 'data-listid');
      const at = clampLevel(level, context);
      levelled.push({ kind: 'item', level: at, isOrdered, start: startOf(list), id, blocks });
    } else if (isItem || onlyLists(blocks)) {
      addItem(items, blocks);
    } else if (blocks.length > 0) {
      const last = items.at(-1);
      if (last) pushAll(last, blocks);
      else items.push(blocks);
    }
  }
  if (context.depth >= MAX_DEPTH) return [...items.flat(), ...levelled];
  if (items.length === 0) return levelled;
  return [...levelled, { kind: 'list', isOrdered, start: isOrdered ? startOf(list) : 1, items }];
}

type Item = BlockOf<'item'>;

type ItemList = { isOrdered: boolean; start: number; items: Block[][]; id: string };

function nest(levelled: readonly Item[]): BlockOf<'list'>[] {
  const lists: ItemList[] = [];
  for (let index = 0; index < levelled.length; ) {
    const { level, isOrdered, start, id, blocks } = levelled[index] as Item;
    let end = index + 1;
    while ((levelled[end]?.level ?? 0) > level) end += 1;
    const item = [...blocks, ...nest(levelled.slice(index + 1, end))];
    const last = lists.at(-1);
    const isSame = last?.isOrdered === isOrdered && last.id === id;
    const list = isSame ? last : { isOrdered, start: isOrdered ? start : 1, items: [], id };
    if (!isSame) lists.push(list);
    addItem(list.items, item);
    index = end;
  }
  return lists.map(({ isOrdered, start, items }) => ({ kind: 'list', isOrdered, start, items }));
}

/** Makes lists of items that stand side by side. */
export function nestItems(blocks: readonly Block[]): Block[] {
  const nested: Block[] = [];
  for (let index = 0; index < blocks.length; ) {
    let end = index;
    while (blocks[end]?.kind === 'item') end += 1;
    const items = blocks.slice(index, end) as Item[];
    if (items.length > 0) pushAll(nested, nest(items));
    else nested.push(blocks[end++] as Block);
    index = end;
  }
  return nested;
}

const WORD_LIST = /^l\d+ level(\d+)/;

/** The `mso-list` of a list paragraph of Word, for example `l0 level1 lfo1`. */
export function wordListOf(element: Element): string | null {
  if (element.attrs.length === 0) return null;
  const value = styleOf(element).get('mso-list') ?? '';
  return WORD_LIST.test(value) ? value : null;
}

/** The bullet or number that Word writes as text, for programs without lists. */
export function isWordMarker(node: Node): boolean {
  return isElementNode(node) && styleOf(node).get('mso-list') === 'ignore';
}

const ENDIF = /^\[endif\]$/;

/** Separates the marker from the content. It is an element, or stands between two comments. */
function splitMarker(nodes: readonly Node[]): { marker: string; content: Node[] } {
  const hasEnd = nodes.some((node) => isCommentNode(node) && ENDIF.test(node.data));
  let marker = '';
  let isInMarker = false;
  const content: Node[] = [];
  for (const node of nodes) {
    if (isCommentNode(node)) {
      if (/supportLists/.test(node.data)) isInMarker = hasEnd;
      else if (ENDIF.test(node.data)) isInMarker = false;
    } else if (isInMarker || isWordMarker(node)) {
      marker += textOf(node);
    } else {
      content.push(node);
    }
  }
  return { marker: marker.trim(), content };
}

const NUMBER = /^\(?(?:(\d{1,6})|[a-z]{1,5})[.)]/i;

export function readWordItem(paragraph: Element, context: Context, read: ReadBlocks): Block[] {
  const value = wordListOf(paragraph) ?? '';
  const inner = { ...contextIn(paragraph, context), depth: context.depth + 1 };
  const { marker, content } = splitMarker(paragraph.childNodes);
  const blocks = read(content, inner);
  if (blocks.length === 0 || context.depth >= MAX_DEPTH) return blocks;
  const number = NUMBER.exec(marker);
  const level = clampLevel(Number(WORD_LIST.exec(value)?.[1]), context);
  const start = Number(number?.[1] ?? 1);
  const id = value.split(' ')[0] ?? '';
  return [{ kind: 'item', level, isOrdered: number !== null, start, id, blocks }];
}

/** A numbered heading of Word: its number is text as well. */
export function withoutMarker(element: Element): Node[] {
  return wordListOf(element) ? splitMarker(element.childNodes).content : element.childNodes;
}
