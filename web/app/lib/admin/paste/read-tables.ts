import type { Block, Cell, Row } from './blocks.ts';
import { type Context, contextIn, isSkipped, type ReadBlocks } from './context.ts';
import { attribute, type Element, isElementNode } from './parse-pasted.ts';
import { withoutCommonMark } from './runs.ts';

const MAX_SPAN = 100;

function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number(attribute(cell, name) || 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MAX_SPAN) : 1;
}

function childElements(element: Element, names: readonly string[]): Element[] {
  return element.childNodes.filter(
    (node): node is Element =>
      isElementNode(node) && names.includes(node.tagName) && !isSkipped(node),
  );
}

function plainHeader(block: Block): Block {
  return block.kind === 'paragraph'
    ? { ...block, runs: withoutCommonMark(block.runs, 'strong') }
    : block;
}

function readCell(cell: Element, context: Context, read: ReadBlocks, isHeader: boolean): Cell {
  const blocks = read(cell.childNodes, { ...contextIn(cell, context), isInCell: true });
  return {
    isHeader,
    colspan: spanOf(cell, 'colspan'),
    rowspan: spanOf(cell, 'rowspan'),
    blocks: isHeader ? blocks.map(plainHeader) : blocks,
  };
}

type Section = { readonly isHead: boolean; readonly rows: readonly Row[] };

function readSection(section: Element, outer: Context, read: ReadBlocks): Section {
  const isHead = section.tagName === 'thead';
  const context = contextIn(section, outer);
  const rows = childElements(section, ['tr']).map((row) => {
    const inner = contextIn(row, context);
    return childElements(row, ['th', 'td']).map((cell) =>
      readCell(cell, inner, read, isHead || cell.tagName === 'th'),
    );
  });
  return { isHead, rows: rows.filter(({ length }) => length > 0) };
}

/** Whether a table is there for the layout only, so that just its content counts. */
function isLayout(table: Element, rows: readonly Row[], { isInCell }: Context): boolean {
  if (isInCell || /^(?:presentation|none)$/.test(attribute(table, 'role'))) return true;
  return rows.length === 1 && rows[0]?.length === 1;
}

export function readTable(table: Element, context: Context, read: ReadBlocks): Block[] {
  const captions = childElements(table, ['caption']);
  const title = captions.flatMap((caption) =>
    read(caption.childNodes, contextIn(caption, context)),
  );
  const sections = childElements(table, ['thead', 'tbody', 'tfoot']).map((section) =>
    readSection(section, context, read),
  );
  const head = sections.filter(({ isHead }) => isHead).flatMap(({ rows }) => rows);
  const body = sections.filter(({ isHead }) => !isHead).flatMap(({ rows }) => rows);
  const rows = [...head, ...body];
  const cells = rows.flat();
  if (cells.every(({ blocks }) => blocks.length === 0)) return title;
  if (isLayout(table, rows, context)) return [...title, ...cells.flatMap(({ blocks }) => blocks)];
  const [first, ...rest] = body;
  if (head.length > 0 || !first?.every(({ isHeader }) => isHeader) || rest.length === 0) {
    return [...title, { kind: 'table', head, body }];
  }
  return [...title, { kind: 'table', head: [first], body: rest }];
}
