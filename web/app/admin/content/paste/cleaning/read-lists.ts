import type { Node } from 'prosemirror-model';
import {
  attribute,
  type ChildNode,
  type ElementNode,
  isComment,
  isElement,
} from '../../document/parse-html.ts';
import { schema } from '../../document/schema.ts';
import type { Context, ReadBlocks } from './context.ts';
import { styleOf, textOf } from './parse-pasted.ts';

/** Each level is indented, so the output grows with it. */
const MAX_DEPTH = 10;

export type ItemList = {
  readonly level: number;
  readonly isOrdered: boolean;
  readonly start: number;
  /** Equal for items of the same list. */
  readonly id: unknown;
};

/** Blocks beside items in a list belong to the item before them. */
export type ListPart = ItemList & { readonly isItem: boolean; readonly blocks: readonly Node[] };

/** The list is set until an item begins. */
export function contextInList(element: ElementNode, context: Context): Context {
  const isOrdered = element.tagName === 'ol';
  if (!isOrdered && element.tagName !== 'ul') return context;
  const start = Number(attribute(element, 'start') || 1);
  const list = {
    level: Math.min((context.list?.level ?? 0) + 1, MAX_DEPTH - context.itemDepth),
    isOrdered,
    start: Number.isInteger(start) && Math.abs(start) < 1e6 ? start : 1,
    id: element,
  };
  return { ...context, list: context.itemDepth < MAX_DEPTH ? list : null };
}

function isList({ type }: Node): boolean {
  return type.name === 'bullet_list' || type.name === 'ordered_list';
}

/** A list without its own text belongs to the item before it as well. */
function addPart(items: Node[][], blocks: readonly Node[], isItem: boolean): void {
  const last = items.at(-1);
  if (last && (!isItem || blocks.every(isList))) for (const block of blocks) last.push(block);
  else if (!blocks.every(isList)) items.push([...blocks]);
  else
    for (const { children } of blocks) for (const item of children) items.push([...item.children]);
}

type OpenList = ItemList & { readonly items: Node[][] };

function listNode({ isOrdered, start, items }: OpenList): Node {
  const content = items.map((item) => schema.node('list_item', null, item));
  return isOrdered
    ? schema.node('ordered_list', { order: start }, content)
    : schema.node('bullet_list', null, content);
}

function continues(list: ItemList, part: ListPart): boolean {
  return list.level > part.level || (list.isOrdered === part.isOrdered && list.id === part.id);
}

function levelOf(block: Node | ListPart | undefined): number {
  return block && 'level' in block ? block.level : 0;
}

export function nestLists(blocks: readonly (Node | ListPart)[]): Node[] {
  const nested: (Node | OpenList)[] = [];
  for (let index = 0; index < blocks.length; ) {
    const block = blocks[index] as Node | ListPart;
    let end = index + 1;
    if ('level' in block) {
      while (levelOf(blocks[end]) > block.level) end += 1;
      const last = nested.at(-1);
      const list = last && 'items' in last && continues(last, block) ? last : null;
      const items = list?.items ?? [];
      addPart(items, [...block.blocks, ...nestLists(blocks.slice(index + 1, end))], block.isItem);
      if (list) nested.pop();
      nested.push({ ...(list && list.level <= block.level ? list : block), items });
    } else {
      nested.push(block);
    }
    index = end;
  }
  return nested.map((entry) => ('items' in entry ? listNode(entry) : entry));
}

const ENDIF = /^\[endif\]$/;

/** Word writes the bullet or number as text, in an element or between two comments. */
export function splitMarker({ childNodes }: ElementNode): { marker: string; content: ChildNode[] } {
  const hasEnd = childNodes.some((node) => isComment(node) && ENDIF.test(node.data));
  let marker = '';
  let isInMarker = false;
  const content: ChildNode[] = [];
  for (const node of childNodes) {
    if (isComment(node)) {
      if (/supportLists/.test(node.data)) isInMarker = hasEnd;
      else if (ENDIF.test(node.data)) isInMarker = false;
    } else if (isInMarker || (isElement(node) && styleOf(node).get('mso-list') === 'ignore')) {
      marker += textOf(node);
    } else {
      content.push(node);
    }
  }
  return { marker: marker.trim(), content };
}

const WORD_LIST = /^(l\d+) level(\d+)/;

/** Word's list paragraphs have for example `mso-list: l0 level1 lfo1`. */
export function isWordItem(element: ElementNode): boolean {
  return WORD_LIST.test(styleOf(element).get('mso-list') ?? '');
}

const NUMBER = /^\(?(?:(\d{1,6})|[a-z]{1,5})[.)]/i;

function listOf(element: ElementNode, marker: string, { list }: Context): ItemList {
  if (list) {
    // Word in the browser writes a separate list for each item.
    const id = attribute(element, 'data-listid');
    const level = Number(attribute(element, 'data-aria-level'));
    return id === '' ? list : { ...list, id, level };
  }
  const [, id, level = 1] = WORD_LIST.exec(styleOf(element).get('mso-list') ?? '') ?? [];
  const number = NUMBER.exec(marker);
  const start = Number(number?.[1] ?? 1);
  return { id, level: Number(level), isOrdered: number !== null, start };
}

export function readItem(
  element: ElementNode,
  context: Context,
  read: ReadBlocks,
): (Node | ListPart)[] {
  const { marker, content } = splitMarker(element);
  const blocks = read(content, { ...context, itemDepth: context.itemDepth + 1 });
  if (blocks.length === 0 || context.itemDepth >= MAX_DEPTH) return blocks;
  const { level, ...list } = listOf(element, marker, context);
  const shown = Math.max(1, Math.min(Math.trunc(level) || 1, MAX_DEPTH - context.itemDepth));
  return [{ ...list, level: shown, isItem: true, blocks }];
}
