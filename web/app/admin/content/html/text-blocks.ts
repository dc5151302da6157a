import { SECTION_CLASS } from './footnote-markup.ts';
import { type Element, findElements, type Range } from './html-tags.ts';
import { applyEdit, replaceRange, type TextState } from './text-edits.ts';

/** The offsets of a line of text, counted from 1, without its line break. */
export function lineRange(text: string, line: number): { from: number; to: number } {
  const lines = text.split('\n').slice(0, line);
  const to = lines.join('\n').length;
  return { from: to - (lines.at(-1) ?? '').length, to };
}

const BLOCK = /^(?:p|h[1-6]|ul|ol|dl|table|pre|figure|blockquote|address)$/;

export function isFootnoteSection(text: string, { name, open }: Element): boolean {
  return name === 'section' && SECTION_CLASS.test(text.slice(open.from, open.to));
}

/** Paragraphs, lists and others that no figure, rule or table may split; the outermost ones. */
export function findBlocks(text: string): Range[] {
  const blocks = findElements(text).filter(
    (element) => BLOCK.test(element.name) || isFootnoteSection(text, element),
  );
  return blocks.filter(
    (block) => !blocks.some((other) => other.from < block.from && block.to < other.to),
  );
}

/** The block that the position is inside of, not next to. */
export function blockAround(blocks: readonly Range[], position: number): Range | undefined {
  return blocks.find(({ from, to }) => from < position && position < to);
}

/** The line or lines of a range, without the line break at their end. */
export function linesOf(text: string, { from, to }: Range): Range {
  const end = text.indexOf('\n', to);
  return { from: text.slice(0, from).lastIndexOf('\n') + 1, to: end === -1 ? text.length : end };
}

/** Extends the range, so that it has both tags of every element that it has one of. */
export function expandToElements(text: string, given: Range): Range {
  const elements = findElements(text);
  let { from, to } = given;
  for (;;) {
    const cut = elements.find(
      (element) =>
        (element.from < from && from < element.to && element.to <= to) ||
        (from <= element.from && element.from < to && to < element.to),
    );
    if (!cut) return { from, to };
    from = Math.min(from, cut.from);
    to = Math.max(to, cut.to);
  }
}

/** Inserts HTML on a line of its own, below the block or line of the position. */
export function insertLine(text: string, position: number, html: string): TextState {
  const blocks = findBlocks(text);
  const line = linesOf(text, { from: position, to: position });
  if (line.from === line.to && !blockAround(blocks, position)) {
    return insertAt(text, position, `${html}\n`);
  }
  let { to } = line;
  for (let block = blockAround(blocks, to); block; block = blockAround(blocks, to)) {
    to = linesOf(text, { from: block.to, to: block.to }).to;
  }
  return insertAt(text, to, `\n${html}`);
}

export function insertAt(text: string, at: number, before: string, behind = ''): TextState {
  return replaceRange(text, { from: at, to: at }, [before, '', behind]);
}

export function removeLine(state: TextState, { from, to }: Range): TextState {
  const { text } = state;
  if (text[to] === '\n') return applyEdit(state, { from, to: to + 1, text: '' });
  return applyEdit(state, { from: text[from - 1] === '\n' ? from - 1 : from, to, text: '' });
}
