import { decodeEntities, escapeText } from '@longhand/contract/search';
import { type Element, findElements } from './html-tags.ts';
import { expandToElements, linesOf, type Range } from './text-blocks.ts';
import type { TextState } from './text-edits.ts';
import { expandToTags, findEnclosing, trimSelection } from './text-wraps.ts';

/** Replaces a range with three parts, and selects the second one. */
function replace(text: string, { from, to }: Range, parts: readonly [string, string, string]) {
  const [before, selected] = parts;
  const start = from + before.length;
  return {
    text: text.slice(0, from) + parts.join('') + text.slice(to),
    from: start,
    to: start + selected.length,
  } satisfies TextState;
}

/** The `code` of a `pre`, if there is nothing else in it. */
function codeIn(text: string, pre: Element, elements: readonly Element[]): Element {
  const code = elements.find(
    ({ name, open, close }) =>
      name === 'code' &&
      text.slice(pre.open.to, open.from).trim() === '' &&
      text.slice(close.to, pre.close.from).trim() === '' &&
      pre.open.to <= open.from &&
      close.to <= pre.close.from,
  );
  return code ?? pre;
}

function removeCode({ text, from, to }: TextState, element: Element, code: Element): TextState {
  const inner = text.slice(code.open.to, code.close.from);
  /** The same position in the text without tags and entities. */
  const move = (position: number) =>
    element.open.from + decodeEntities(inner.slice(0, Math.max(0, position - code.open.to))).length;
  const range = { from: element.open.from, to: element.close.to };
  return {
    ...replace(text, range, ['', decodeEntities(inner), '']),
    from: move(from),
    to: move(to),
  };
}

/**
 * Whole lines, and a caret on an empty line, become a block of code; anything else becomes code
 * within its line. In code again, its tags are removed.
 */
export function toggleCode(given: TextState): TextState {
  const { text } = given;
  const elements = findElements(text);
  const pre = findEnclosing(
    elements.filter(({ name }) => name === 'pre'),
    given,
  );
  if (pre) return removeCode(given, pre, codeIn(text, pre, elements));
  const code = findEnclosing(
    elements.filter(({ name }) => name === 'code'),
    given,
  );
  if (code) return removeCode(given, code, code);

  const selection = trimSelection(expandToTags(given));
  const range = expandToElements(text, selection);
  const lines = linesOf(text, range);
  const isBlock =
    text.slice(range.from, range.to).includes('\n') ||
    (text.slice(lines.from, range.from).trim() === '' &&
      text.slice(range.to, lines.to).trim() === '');
  if (!isBlock) {
    return replace(text, range, [
      '<code>',
      escapeText(text.slice(range.from, range.to)),
      '</code>',
    ]);
  }
  const block = expandToElements(text, lines);
  const escaped = escapeText(text.slice(block.from, block.to));
  return replace(text, block, ['<pre><code>', escaped, '</code></pre>']);
}
