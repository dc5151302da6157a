import { splitSection } from '../html/footnote-markup.ts';
import { type Element, findElements, findTags } from '../html/html-tags.ts';
import type { TextState } from '../html/text-edits.ts';
import { addNotes } from '../html/text-footnotes.ts';
import { findEnclosing } from '../html/wrap-in-tags.ts';

/** Replaces the selection, with the caret behind. */
export function insertText({ text, from, to }: TextState, inserted: string): TextState {
  const caret = from + inserted.length;
  return { text: text.slice(0, from) + inserted + text.slice(to), from: caret, to: caret };
}

/** Whether the selection starts or ends within a tag, for example in its address. */
export function isInTag({ text, from, to }: TextState): boolean {
  return findTags(text).some((tag) =>
    [from, to].some((position) => tag.from < position && position < tag.to),
  );
}

const AS_WRITTEN = ['pre', 'script', 'style', 'textarea'];

/** Whether line breaks are shown, or mean something else, where the selection is. */
export function isInPre({ text, from }: TextState): boolean {
  return findElements(text).some(
    ({ name, open, close }) => AS_WRITTEN.includes(name) && open.to <= from && from <= close.from,
  );
}

/** The paragraph around, if nothing else is in between. */
function paragraphAround(state: TextState): Element | null {
  const element = findEnclosing(findElements(state.text), state);
  const isAround = element && element.open.to <= state.from && state.to <= element.close.from;
  return isAround && element.name === 'p' ? element : null;
}

/** The words before and behind the selection in its line, or in its paragraph. */
function beside(state: TextState): { before: string; behind: string } {
  const { text, from, to } = state;
  const paragraph = paragraphAround(state);
  const lineEnd = text.indexOf('\n', to);
  return {
    before: text.slice(paragraph?.open.to ?? text.lastIndexOf('\n', from - 1) + 1, from),
    behind: text.slice(to, paragraph?.close.from ?? (lineEnd === -1 ? text.length : lineEnd)),
  };
}

/** Whether nothing else is in the line or paragraph. */
export function isOwnLine(state: TextState): boolean {
  const { before, behind } = beside(state);
  return (before + behind).trim() === '';
}

/** On lines of its own. A paragraph around is split: it cannot contain blocks. */
export function insertBlocks(state: TextState, html: string): TextState {
  const { text, from, to } = state;
  const paragraph = paragraphAround(state);
  if (!paragraph) {
    const lead = from === 0 || text[from - 1] === '\n' ? '' : '\n';
    const tail = to === text.length || text[to] === '\n' ? '' : '\n';
    return insertText(state, lead + html + tail);
  }
  const { before, behind } = beside(state);
  const opening = text.slice(paragraph.open.from, paragraph.open.to);
  const head = before.trim() === '' ? '' : `${opening}${before.trimEnd()}</p>\n`;
  const rest = behind.trim() === '' ? '' : `\n${opening}${behind.trimStart()}</p>`;
  const whole = { text, from: paragraph.open.from, to: paragraph.close.to };
  const next = insertText(whole, head + html + rest);
  const caret = next.to - rest.length;
  return { ...next, from: caret, to: caret };
}

/** Within a text, words stay words; otherwise a paragraph or several blocks. Footnotes go to the others. */
export function insertCleaned(
  state: TextState,
  { html, inline }: { readonly html: string; readonly inline: string | null },
): TextState {
  const { body, section } = splitSection(html);
  const isInText = inline !== null && !isOwnLine(state);
  const inserted = isInText ? insertText(state, inline) : insertBlocks(state, body);
  return section === '' ? inserted : addNotes(inserted, section);
}
