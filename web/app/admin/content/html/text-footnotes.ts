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
import { type Element, findElements, findTags, isInside } from './html-tags.ts';
import { insertAt, isFootnoteSection, removeLine } from './text-blocks.ts';
import { applyEdit, replaceRange, type TextState } from './text-edits.ts';
import { findEnclosing } from './wrap-in-tags.ts';

type Note = Element & { readonly number: number };
type Footnotes = {
  readonly references: readonly Note[];
  readonly notes: readonly Note[];
  readonly section: Element | undefined;
};

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
    return number ? [{ ...element, number: Number(number) }] : [];
  });
}

function footnotesOf(text: string): Footnotes {
  const opening = ({ open }: Element) => text.slice(open.from, open.to);
  const inner = ({ open, close }: Element) => text.slice(open.to, close.from);
  const references = findElements(text, 'sup').filter((sup) => REFERENCE_CLASS.test(opening(sup)));
  return {
    references: numbered(references, (sup) => numberIn(inner(sup), 'href', REFERENCE_HREF)),
    notes: numbered(findElements(text, 'li'), (item) => numberIn(opening(item), 'id', NOTE_ID)),
    section: findElements(text, 'section').find((each) => isFootnoteSection(text, each)),
  };
}

/** Notes are in the order of their numbers. */
function insertNote(text: string, number: number): TextState {
  const { notes, section } = footnotesOf(text);
  const note = noteHtml(number);
  const caret = note.indexOf(' <a');
  const [start, end] = [note.slice(0, caret), note.slice(caret)];
  const before = notes.findLast((other) => other.number < number);
  if (before) return insertAt(text, before.to, `\n${start}`, end);
  const next = notes.find((other) => other.number > number);
  if (next) return insertAt(text, next.from, start, `${end}\n`);
  const list = section && findElements(text, 'ol').find((each) => isInside(each, section));
  if (list) return insertAt(text, list.open.to, `\n${start}`, end);
  const isOnNewLine = text === '' || text.endsWith('\n');
  const [lead, tail] = isOnNewLine ? ['', '\n'] : ['\n', ''];
  return insertAt(text, text.length, lead + SECTION_START + start, end + SECTION_END + tail);
}

/** Adds the notes of a section, whose numbers are greater than all others, to those that are there. */
export function addNotes(state: TextState, added: string): TextState {
  const { text } = state;
  const { notes, section } = footnotesOf(text);
  const list = section && findElements(text, 'ol').find((each) => isInside(each, section));
  const at = notes.at(-1)?.to ?? list?.open.to;
  const isOnNewLine = text === '' || text.endsWith('\n');
  const edit =
    at === undefined
      ? { at: text.length, html: isOnNewLine ? `${added}\n` : `\n${added}` }
      : { at, html: `\n${added.replace(/^.*<ol>\n|\n<\/ol>.*$/g, '')}` };
  return applyEdit(state, { from: edit.at, to: edit.at, text: edit.html });
}

function removeNote(state: TextState, number: number): TextState {
  const { notes, section } = footnotesOf(state.text);
  const note = notes.find((each) => each.number === number);
  if (!note) return state;
  return removeLine(state, section && notes.length === 1 ? section : note);
}

/** Puts the caret where the reference was. */
function removeFootnote(state: TextState, number: number): TextState {
  const reference = footnotesOf(state.text).references.find((each) => each.number === number);
  if (!reference) return removeNote(state, number);
  return removeNote(replaceRange(state.text, reference, ['', '', '']), number);
}

/** Inserts a reference and its note; on a reference or in an empty note, removes both. */
export function toggleFootnote(state: TextState): TextState | null {
  const { text, to } = state;
  const footnotes = footnotesOf(text);
  const reference = findEnclosing(footnotes.references, state);
  if (reference) return removeFootnote(state, reference.number);
  const note = findEnclosing(footnotes.notes, state);
  if (note) {
    const isEmpty = isEmptyNote(text.slice(note.open.to, note.close.from));
    return isEmpty ? removeFootnote(state, note.number) : null;
  }
  const { section } = footnotes;
  if (section && findEnclosing([section], state)) return null;
  const number = freeNumber(text);
  const tag = findTags(text).find((each) => each.from < to && to < each.to);
  const at = tag?.to ?? to;
  return insertNote(insertAt(text, at, referenceHtml(number)).text, number);
}
