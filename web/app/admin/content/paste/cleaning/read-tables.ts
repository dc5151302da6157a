import type { Node } from 'prosemirror-model';
import { attribute, type ElementNode, isElement } from '../../document/parse-html.ts';
import { schema } from '../../document/schema.ts';
import { type Context, contextIn, isSkipped, type ReadBlocks } from './context.ts';
import { hasClass } from './parse-pasted.ts';
import { readCode } from './read-code.ts';
import { LINE_BREAK, STRONG, tidyText, withoutCommonMark } from './tidy-text.ts';

const MAX_SPAN = 100;

function spanOf(cell: ElementNode, name: 'colspan' | 'rowspan'): number {
  const span = Number(attribute(cell, name) || 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MAX_SPAN) : 1;
}

function childElements(element: ElementNode, names: readonly string[]): ElementNode[] {
  return element.childNodes
    .filter(isElement)
    .filter((node) => names.includes(node.tagName) && !isSkipped(node));
}

type Cell = {
  readonly element: ElementNode;
  readonly isHeader: boolean;
  readonly blocks: readonly Node[];
};
type Row = { readonly isHead: boolean; readonly cells: readonly Cell[] };

function readRows(section: ElementNode, outer: Context, read: ReadBlocks): Row[] {
  const isHead = section.tagName === 'thead';
  const context = contextIn(section, outer);
  const rows = childElements(section, ['tr']).map((row) => {
    const inner = { ...contextIn(row, context), isInCell: true };
    const cells = childElements(row, ['th', 'td']).map((element) => ({
      element,
      isHeader: isHead || element.tagName === 'th',
      blocks: read(element.childNodes, contextIn(element, inner)),
    }));
    return { isHead, cells };
  });
  return rows.filter(({ cells }) => cells.length > 0);
}

function cellContent({ blocks, isHeader }: Cell): readonly Node[] {
  if (!blocks.every(({ type }) => type.name === 'paragraph')) return blocks;
  const text = tidyText(blocks.flatMap(({ children }) => [...children, LINE_BREAK]));
  const shown = isHeader ? withoutCommonMark(text, STRONG) : text;
  return [schema.node('paragraph', null, shown)];
}

function rowNode({ isHead, cells }: Row): Node {
  const nodes = cells.map((cell) => {
    const { element, isHeader } = cell;
    const attrs = { colspan: spanOf(element, 'colspan'), rowspan: spanOf(element, 'rowspan') };
    return schema.node(isHeader ? 'table_header' : 'table_cell', attrs, cellContent(cell));
  });
  return schema.node('table_row', { section: isHead ? 'thead' : 'tbody' }, nodes);
}

/** Puts the head first. A first row of header cells is a head. */
function withHead(rows: readonly Row[]): Row[] {
  const [first, ...rest] = rows.toSorted((a, b) => Number(b.isHead) - Number(a.isHead));
  if (!first) return [];
  const isHead = rest.length > 0 && first.cells.every(({ isHeader }) => isHeader);
  return [{ ...first, isHead: first.isHead || isHead }, ...rest];
}

/** Of a table used only for layout, just the content counts. */
function isLayout(table: ElementNode, rows: readonly Row[], { isInCell }: Context): boolean {
  if (isInCell || /^(?:presentation|none)$/.test(attribute(table, 'role'))) return true;
  return rows.length === 1 && rows[0]?.cells.length === 1;
}

/** Some pages show code as a table with line numbers. */
const CODE_TABLE = /^(?:highlight|rouge-table|highlighttable|hljs-ln)$/;

export function readTable(table: ElementNode, context: Context, read: ReadBlocks): Node[] {
  if (hasClass(table, CODE_TABLE)) return readCode(table, context);
  const title = childElements(table, ['caption']).flatMap((caption) =>
    read(caption.childNodes, contextIn(caption, context)),
  );
  const sections = childElements(table, ['thead', 'tbody', 'tfoot']);
  const rows = sections.flatMap((section) => readRows(section, context, read));
  const blocks = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks));
  if (blocks.length === 0 || isLayout(table, rows, context)) return [...title, ...blocks];
  return [...title, schema.node('table', null, withHead(rows).map(rowNode))];
}
