import {
  freeNumber,
  isEmptyNote,
  NOTE_ID,
  noteHtml,
  REFERENCE_CLASS,
  REFERENCE_HREF,
  referenceHtml,
  SECTION_END,
  SECTION_START,
} from './footnote-markup.ts';
import { type Element, findElements, findTags } from './html-tags.ts';
import { insertAt, isFootnoteSection, removeLine } from './text-blocks.ts';
import { applyEdit, type TextState } from './text-edits.ts';
import { findEnclosing } from './text-wraps.ts';

type Note = { readonly number: number; readonly element: Element };
type Footnotes = {
  readonly references: readonly Note[];
  readonly notes: readonly Note[];
  readonly section: Element | undefined;
};

/** The number in the first attribute of this name. */
function numberIn(html: string, name: 'id' | 'href', pattern: RegExp): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(html)?.[1] ?? '';
  return pattern.exec(value)?.[1];
}

function numbered(
  elements: readonly Element[],
  numberOf: (element: Element) => string | undefined,
): Note[] {
  return elements.flatMap((element) => {
    const number = numberOf(element);
    return number ? [{ number: Number(number), element }] : [];
  });
}

function footnotesOf(text: string): Footnotes {
  const elements = findElements(text);
  const named = (name: string) => elements.filter((element) => element.name === name);
  const opening = ({ open }: Element) => text.slice(open.from, open.to);
  const inner = ({ open, close }: Element) => text.slice(open.to, close.from);
  const references = named('sup').filter((element) => REFERENCE_CLASS.test(opening(element)));
  return {
    references: numbered(references, (sup) => numberIn(inner(sup), 'href', REFERENCE_HREF)),
    notes: numbered(named('li'), (item) => numberIn(opening(item), 'id', NOTE_ID)),
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
  const html = SECTION_START + note + SECTION_END;
  const isOnNewLine = text === '' || text.endsWith('\n');
  return isOnNewLine
    ? insertAt(text, text.length, `${html}\n`, SECTION_START.length + caret)
    : insertAt(text, text.length, `\n${html}`, 1 + SECTION_START.length + caret);
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

/** Inserts a reference and its note; on a reference or in an empty note, removes both. */
export function toggleFootnote(state: TextState): TextState | null {
  const { text, to } = state;
  const footnotes = footnotesOf(text);
  const reference = enclosingNote(footnotes.references, state);
  if (reference) return removeFootnote(state, reference.number);
  const note = enclosingNote(footnotes.notes, state);
  if (note) {
    const { open, close } = note.element;
    const isEmpty = isEmptyNote(text.slice(open.to, close.from));
    return isEmpty ? removeFootnote(state, note.number) : null;
  }
  const { section } = footnotes;
  if (section && findEnclosing([section], state)) return null;
  const number = freeNumber(text);
  const tag = findTags(text).find((each) => each.from < to && to < each.to);
  const at = tag?.to ?? to;
  return insertNote(insertAt(text, at, referenceHtml(number), 0).text, number);
}
