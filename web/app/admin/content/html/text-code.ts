import { decodeEntities, escapeText } from '@longhand/contract/search';
import { type Element, findElements, isInside } from './html-tags.ts';
import { expandToElements, linesOf } from './text-blocks.ts';
import { replaceRange, type TextState } from './text-edits.ts';
import { expandToTags, findEnclosing, trimSelection } from './wrap-in-tags.ts';

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
