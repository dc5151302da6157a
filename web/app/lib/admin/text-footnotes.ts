import { type Element, findElements, findTags, stripTags } from './html-tags.ts';
import { insertAt, isFootnoteSection, removeLine } from './text-blocks.ts';
import { applyEdit, type TextState } from './text-edits.ts';
import { findEnclosing } from './text-wraps.ts';

type Note = { readonly number: number; readonly element: Element };
type Footnotes = {
  readonly references: readonly Note[];
  readonly notes: readonly Note[];
  readonly section: Element | undefined;
};

function numbered(text: string, elements: readonly Element[], pattern: RegExp): Note[] {
  return elements.flatMap((element) => {
    const number = pattern.exec(text.slice(element.open.from, element.close.to))?.[1];
    return number ? [{ number: Number(number), element }] : [];
  });
}

function footnotesOf(text: string): Footnotes {
  const elements = findElements(text);
  const named = (name: string) => elements.filter((element) => element.name === name);
  return {
    references: numbered(text, named('sup'), /^<sup\b[^>]*\bfootnote-ref\b.*?\bhref="#fn(\d+)"/s),
    notes: numbered(text, named('li'), /^<li\b[^>]*\bid="fn(\d+)"/),
    section: elements.find((element) => isFootnoteSection(text, element)),
  };
}

function enclosingNote(notes: readonly Note[], state: TextState): Note | undefined {
  const element = findEnclosing(
    notes.map((note) => note.element),
    state,
  );
  return notes.find((note) => note.element === element);
}

function referenceHtml(number: number): string {
  return `<sup class="footnote-ref"><a href="#fn${number}" id="fnref${number}">${number}</a></sup>`;
}

function noteHtml(number: number): string {
  return `<li id="fn${number}"><p> <a href="#fnref${number}" aria-label="Back to the text">↩</a></p></li>`;
}

/** Notes are in the order of their numbers. */
function insertNote(text: string, number: number): TextState {
  const { notes, section } = footnotesOf(text);
  const note = noteHtml(number);
  const caret = note.indexOf(' <a');
  const before = notes.findLast((other) => other.number < number);
  if (before) return insertAt(text, before.element.close.to, `\n${note}`, caret + 1);
  const next = notes.find((other) => other.number > number);
  if (next) return insertAt(text, next.element.open.from, `${note}\n`, caret);
  const list = section && findElements(text).find((each) => isFirstList(each, section));
  if (list) return insertAt(text, list.open.to, `\n${note}`, caret + 1);
  const start = '<section class="footnotes"><ol>\n';
  const html = `${start}${note}\n</ol></section>`;
  const isOnNewLine = text === '' || text.endsWith('\n');
  return isOnNewLine
    ? insertAt(text, text.length, `${html}\n`, start.length + caret)
    : insertAt(text, text.length, `\n${html}`, 1 + start.length + caret);
}

function isFirstList({ name, open, close }: Element, section: Element): boolean {
  return name === 'ol' && section.open.to <= open.from && close.to <= section.close.from;
}

/** Together with the section, if this was its only note. */
function removeNote(state: TextState, number: number): TextState {
  const { notes, section } = footnotesOf(state.text);
  const note = notes.find((each) => each.number === number);
  if (!note) return state;
  const { open, close } = section && notes.length === 1 ? section : note.element;
  return removeLine(state, { from: open.from, to: close.to });
}

/** Puts the caret where the reference was. */
function removeFootnote(state: TextState, number: number): TextState {
  const reference = footnotesOf(state.text).references.find((each) => each.number === number);
  if (!reference) return removeNote(state, number);
  const { open, close } = reference.element;
  const { text } = applyEdit(state, { from: open.from, to: close.to, text: '' });
  return removeNote({ text, from: open.from, to: open.from }, number);
}

function nextNumber({ references, notes }: Footnotes): number {
  const used = new Set([...references, ...notes].map(({ number }) => number));
  let number = 1;
  while (used.has(number)) number += 1;
  return number;
}

function isEmptyNote(text: string, { element: { open, close } }: Note): boolean {
  return stripTags(text.slice(open.to, close.from)).replace('↩', '').trim() === '';
}

/** Inserts a reference and its note; on a reference or in an empty note, removes both. */
export function toggleFootnote(state: TextState): TextState | null {
  const { text, to } = state;
  const footnotes = footnotesOf(text);
  const reference = enclosingNote(footnotes.references, state);
  if (reference) return removeFootnote(state, reference.number);
  const note = enclosingNote(footnotes.notes, state);
  if (note) return isEmptyNote(text, note) ? removeFootnote(state, note.number) : null;
  const { section } = footnotes;
  if (section && findEnclosing([section], state)) return null;
  const number = nextNumber(footnotes);
  const tag = findTags(text).find((each) => each.from < to && to < each.to);
  const at = tag?.to ?? to;
  return insertNote(insertAt(text, at, referenceHtml(number), 0).text, number);
}
