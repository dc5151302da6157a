import { Fragment, type Node, Slice } from 'prosemirror-model';
import { schema } from './schema.ts';
import { blockHtml } from './to-html.ts';
import { VisualDocument } from './visual-document.ts';

export function blocksFromHtml(html: string): Node[] {
  return new VisualDocument()
    .open(html)
    .children.map((node) => node.type.create({ ...node.attrs, origin: null }, node.content));
}

function openable(content: Fragment, side: 'firstChild' | 'lastChild', wanted: number): number {
  let depth = 0;
  for (let node = content[side]; node && depth < wanted && !node.isAtom; node = node[side])
    depth += 1;
  return depth;
}

/** Why not only ProseMirror's own attribute: other ProseMirror editors write it too. */
const OWN = ' data-longhand=""';
const FIRST_TAG = /^(?:[^<]|<!--(?:(?!-->)[\s\S])*-->)*<[a-z][a-z0-9-]*/i;
const OWN_TAG = new RegExp(`(<[a-z][a-z0-9-]*)${OWN}`, 'i');
/** ProseMirror's attribute: how deeply the copied slice was open at either end. */
const OPEN_ENDS = / data-pm-slice="(\d+) (\d+)(?!\d)[^"]*"/;

export function isOwnHtml(html: string): boolean {
  return OWN_TAG.test(html);
}

/** Removes what browsers put around copied HTML. */
function copiedPart(html: string): string {
  return html
    .replace(/^[\s\S]*?<!--StartFragment-->|<!--EndFragment-->[\s\S]*$/g, '')
    .replace(/^(?:<meta[^>]*>|<html>|<body>|\s)+/, '');
}

/** The slice joins the text around the caret as it did in its old place. */
export function sliceFromOwnHtml(html: string): Slice {
  const copied = copiedPart(html).replace(OWN_TAG, '$1');
  const blocks = blocksFromHtml(copied.replace(OPEN_ENDS, ''));
  const ends = OPEN_ENDS.exec(copied);
  if (!ends) return sliceFromBlocks(blocks);
  const content = Fragment.from(blocks);
  const start = openable(content, 'firstChild', Number(ends[1]));
  return new Slice(content, start, openable(content, 'lastChild', Number(ends[2])));
}

/** A paragraph at either end joins the text at the selection. */
export function sliceFromBlocks(blocks: readonly Node[]): Slice {
  const content = Fragment.from(blocks);
  const isOpen = (node: Node | undefined) => node?.type.name === 'paragraph';
  return new Slice(content, isOpen(blocks[0]) ? 1 : 0, isOpen(blocks.at(-1)) ? 1 : 0);
}

export function clipboardHtml(fragment: Fragment): string {
  return fragmentHtml(fragment).replace(FIRST_TAG, (start) => start + OWN);
}

export function fragmentHtml(fragment: Fragment): string {
  return wrapped(fragment)
    .map((node) => blockHtml(node))
    .join('\n');
}

/** A slice may begin with inline nodes, list items or rows. */
function wrapped(fragment: Fragment): Node[] {
  const [first] = fragment.content;
  if (!first) return [];
  if (first.isInline) return [schema.node('paragraph', null, fragment)];
  const parent = { list_item: 'bullet_list', table_row: 'table' }[first.type.name];
  return parent ? [schema.node(parent, null, fragment)] : [...fragment.content];
}
