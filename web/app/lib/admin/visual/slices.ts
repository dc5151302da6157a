import { Fragment, type Node, Slice } from 'prosemirror-model';
import { schema } from './schema.ts';
import { blockHtml } from './to-html.ts';
import { VisualDocument } from './visual-document.ts';

/** The blocks of some HTML, as new ones. */
export function blocksFromHtml(html: string): Node[] {
  return new VisualDocument()
    .open(html)
    .children.map((node) => node.type.create({ ...node.attrs, origin: null }, node.content));
}

/** How deeply a slice may be open at one end. */
function openable(content: Fragment, side: 'firstChild' | 'lastChild', wanted: number): number {
  let depth = 0;
  for (let node = content[side]; node && depth < wanted && !node.isAtom; node = node[side])
    depth += 1;
  return depth;
}

const MARKER = /^<(\w+)([^>]*?) data-pm-slice="(\d+) (\d+)[^"]*"/;

/** HTML that was copied here continues the text around the caret as it did where it was copied. */
function ownSlice(html: string): Slice | null {
  const inner = html.replace(/^[\s\S]*?<!--StartFragment-->|<!--EndFragment-->[\s\S]*$/g, '');
  const match = MARKER.exec(inner.replace(/^(?:<meta[^>]*>|<html>|<body>|\s)+/, ''));
  if (!match) return null;
  const clean = inner.replace(/^(?:<meta[^>]*>|<html>|<body>|\s)+/, '').replace(MARKER, '<$1$2');
  const content = Fragment.from(blocksFromHtml(clean));
  const start = openable(content, 'firstChild', Number(match[3]));
  return new Slice(content, start, openable(content, 'lastChild', Number(match[4])));
}

/** Whether some HTML was copied in the visual editor. */
export function isOwnHtml(html: string): boolean {
  return / data-pm-slice="/.test(html);
}

/** To be inserted at a selection: a paragraph at either end joins the text there. */
export function sliceFromHtml(html: string): Slice {
  return ownSlice(html) ?? sliceFromBlocks(blocksFromHtml(html));
}

export function sliceFromBlocks(blocks: readonly Node[]): Slice {
  const content = Fragment.from(blocks);
  const isOpen = (node: Node | undefined) => node?.type.name === 'paragraph';
  return new Slice(content, isOpen(blocks[0]) ? 1 : 0, isOpen(blocks.at(-1)) ? 1 : 0);
}

/** For the clipboard. */
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
