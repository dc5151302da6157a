import { type Element, findElements, stripTags } from './html-tags.ts';
import {
  blockAround,
  expandToElements,
  findBlocks,
  insertAt,
  insertLine,
  isFootnoteSection,
  linesOf,
  type Range,
  removeLine,
} from './text-blocks.ts';
import type { TextState } from './text-edits.ts';
import { expandToTags, findEnclosing, removeTags, trimSelection, unwrap } from './text-wraps.ts';

/** The blocks or lines of the selection. */
function blocksOf(state: TextState): Range {
  const { text } = state;
  const { from, to } = trimSelection(state);
  const blocks = findBlocks(text);
  const start = blockAround(blocks, from)?.from ?? linesOf(text, { from, to: from }).from;
  const end = blockAround(blocks, to)?.to ?? linesOf(text, { from: to, to }).to;
  return expandToElements(text, { from: Math.min(start, from), to: Math.max(end, to) });
}

/** Makes the blocks or lines of the selection a quotation, or removes its tags. */
export function toggleQuote(given: TextState): TextState | null {
  const state = expandToTags(given);
  const { text, from, to } = state;
  const elements = findElements(text);
  const notes = elements.filter((element) => isFootnoteSection(text, element));
  if (findEnclosing(notes, state)) return null;
  const quotes = elements.filter(({ name }) => name === 'blockquote');
  const enclosing = findEnclosing(quotes, state);
  if (enclosing) return unwrap(state, enclosing);
  const selected = quotes.filter(({ open, close }) => from <= open.from && close.to <= to);
  if (selected.length > 0) return removeTags(state, selected);
  const range = blocksOf(state);
  const [before, after] = ['<blockquote>', '</blockquote>'];
  return {
    text:
      text.slice(0, range.from) +
      before +
      text.slice(range.from, range.to) +
      after +
      text.slice(range.to),
    from: Math.max(from, range.from) + before.length,
    to: Math.min(to, range.to) + before.length,
  };
}

const RULE = '<hr>';
const RULE_LINE = /^[ \t]*<hr\b[^>]*>[ \t]*$/i;

/** The rule on the line of the position, or right above an empty line. */
function ruleAt(text: string, position: number): Range | undefined {
  const line = linesOf(text, { from: position, to: position });
  const isEmpty = line.from === line.to && line.from > 0;
  const above = linesOf(text, { from: line.from - 1, to: line.from - 1 });
  return [line, ...(isEmpty ? [above] : [])].find(({ from, to }) =>
    RULE_LINE.test(text.slice(from, to)),
  );
}

/** Inserts a rule below the block or line of the caret, or removes the one at the caret. */
export function toggleRule(state: TextState): TextState {
  const rule = ruleAt(state.text, state.to);
  return rule ? removeLine(state, rule) : insertLine(state.text, state.to, RULE);
}

function row(cell: 'th' | 'td', count: number): string {
  const [open, close] = cell === 'th' ? ['<th scope="col">', '</th>'] : ['<td>', '</td>'];
  return `<tr>${`${open}${close}`.repeat(count)}</tr>`;
}

const COLUMNS = 3;
export const TABLE_HTML = [
  '<table>',
  `<thead>${row('th', COLUMNS)}</thead>`,
  '<tbody>',
  row('td', COLUMNS),
  row('td', COLUMNS),
  '</tbody>',
  '</table>',
].join('\n');

function within(elements: readonly Element[], outer: Element, names: readonly string[]): Element[] {
  return elements.filter(
    ({ name, open, close }) =>
      names.includes(name) && outer.open.to <= open.from && close.to <= outer.close.from,
  );
}

/** Below the row of the caret; below a header, the first of the table's body. */
function addRow(state: TextState, elements: readonly Element[], table: Element): TextState | null {
  const current = findEnclosing(within(elements, table, ['tr']), state);
  if (!current) return null;
  const head = findEnclosing(within(elements, table, ['thead']), state);
  const [body] = head ? within(elements, table, ['tbody']) : [];
  const at = body?.open.to ?? head?.close.to ?? current.close.to;
  const cells = within(elements, current, ['td', 'th']).length;
  return insertAt(state.text, at, `\n${row('td', cells)}`, '\n<tr><td>'.length);
}

/** Inserts a table; in a table, adds a row, or removes the table if it is empty. */
export function insertTable(state: TextState): TextState | null {
  const { text, to } = state;
  const elements = findElements(text);
  const table = findEnclosing(
    elements.filter(({ name }) => name === 'table'),
    state,
  );
  if (!table) {
    const next = insertLine(text, to, TABLE_HTML);
    const caret = next.text.indexOf('</th>', next.to - TABLE_HTML.length - 1);
    return { ...next, from: caret, to: caret };
  }
  const range = { from: table.open.from, to: table.close.to };
  const isEmpty = stripTags(text.slice(range.from, range.to)).trim() === '';
  return isEmpty ? removeLine(state, range) : addRow(state, elements, table);
}
