import { decodeEntities, escapeText } from '@longhand/contract/posts/search';
import { type Element, findElements, isInside, type Range, stripTags } from './html-tags.ts';
import {
  blockAround,
  expandToElements,
  findBlocks,
  insertAt,
  insertLine,
  isFootnoteSection,
  linesOf,
  removeLine,
} from './text-blocks.ts';
import { replaceRange, type TextState } from './text-edits.ts';
import {
  expandToTags,
  findEnclosing,
  removeTags,
  trimSelection,
  unwrap,
  wrap,
} from './wrap-in-tags.ts';

/** The `code` of a `pre`, if there is nothing else in it. */
function codeIn(text: string, pre: Element): Element {
  const code = findElements(text, 'code').find(
    (each) =>
      isInside(each, pre) &&
      text.slice(pre.open.to, each.from).trim() === '' &&
      text.slice(each.to, pre.close.from).trim() === '',
  );
  return code ?? pre;
}

function removeCode({ text, from, to }: TextState, element: Element, code: Element): TextState {
  const inner = text.slice(code.open.to, code.close.from);
  /** The same position in the text without tags and entities. */
  const move = (position: number) =>
    element.from + decodeEntities(inner.slice(0, Math.max(0, position - code.open.to))).length;
  const removed = replaceRange(text, element, ['', decodeEntities(inner), '']);
  return { text: removed.text, from: move(from), to: move(to) };
}

/**
 * Whole lines, and a caret on an empty line, become a block of code; anything else becomes code
 * within its line. In code again, its tags are removed.
 */
export function toggleCode(given: TextState): TextState {
  const { text } = given;
  const pre = findEnclosing(findElements(text, 'pre'), given);
  if (pre) return removeCode(given, pre, codeIn(text, pre));
  const code = findEnclosing(findElements(text, 'code'), given);
  if (code) return removeCode(given, code, code);

  const selection = trimSelection(expandToTags(given));
  const range = expandToElements(text, selection);
  const lines = linesOf(text, range);
  const isBlock =
    text.slice(range.from, range.to).includes('\n') ||
    (text.slice(lines.from, range.from).trim() === '' &&
      text.slice(range.to, lines.to).trim() === '');
  const { from, to } = isBlock ? expandToElements(text, lines) : range;
  const [before, behind] = isBlock ? ['<pre><code>', '</code></pre>'] : ['<code>', '</code>'];
  return replaceRange(text, { from, to }, [before, escapeText(text.slice(from, to)), behind]);
}

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
  const sections = findElements(text, 'section');
  const notes = sections.filter((section) => isFootnoteSection(text, section));
  if (findEnclosing(notes, state)) return null;
  const quotes = findElements(text, 'blockquote');
  const enclosing = findEnclosing(quotes, state);
  if (enclosing) return unwrap(state, enclosing);
  const selected = quotes.filter((quote) => from <= quote.from && quote.to <= to);
  if (selected.length > 0) return removeTags(state, selected);
  const range = blocksOf(state);
  const before = '<blockquote>';
  return {
    text: wrap({ text, ...range }, before, '</blockquote>').text,
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

/** Below the row of the caret; below a header, the first of the table's body. */
function addRow(state: TextState, table: Element): TextState | null {
  const within = (outer: Element, ...names: string[]) =>
    findElements(state.text, ...names).filter((element) => isInside(element, outer));
  const current = findEnclosing(within(table, 'tr'), state);
  if (!current) return null;
  const head = findEnclosing(within(table, 'thead'), state);
  const [body] = head ? within(table, 'tbody') : [];
  const at = body?.open.to ?? head?.to ?? current.to;
  const html = `\n${row('td', within(current, 'td', 'th').length)}`;
  const caret = '\n<tr><td>'.length;
  return insertAt(state.text, at, html.slice(0, caret), html.slice(caret));
}

/** Inserts a table; in a table, adds a row, or removes the table if it is empty. */
export function insertTable(state: TextState): TextState | null {
  const { text, to } = state;
  const table = findEnclosing(findElements(text, 'table'), state);
  if (!table) {
    const next = insertLine(text, to, TABLE_HTML);
    const caret = next.text.indexOf('</th>', next.to - TABLE_HTML.length - 1);
    return { ...next, from: caret, to: caret };
  }
  const isEmpty = stripTags(text.slice(table.from, table.to)).trim() === '';
  return isEmpty ? removeLine(state, table) : addRow(state, table);
}
