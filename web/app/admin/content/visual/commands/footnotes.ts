import type { Mark, Node, ResolvedPos } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  Plugin,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import {
  attribute,
  isSection,
  noteNode,
  referenceNode,
  sectionNode,
} from '../../document/footnote-nodes.ts';
import { type Extra, marks, nodes, schema } from '../../document/schema.ts';
import { blockHtml } from '../../document/to-html.ts';
import {
  BACK_HREF,
  freeNumber,
  isEmptyNote,
  NOTE_ID,
  REFERENCE_CLASS,
  REFERENCE_HREF,
} from '../../html/footnote-markup.ts';
import { insertBreak } from './commands.ts';

type Place = { readonly from: number; readonly to: number };
type Reference = Place & { readonly number: number };
type Note = Reference & { readonly node: Node; readonly section: Place };

function placeOf(node: Node, from: number): Place {
  return { from, to: from + node.nodeSize };
}

function sectionsOf(doc: Node): { readonly node: Node; readonly from: number }[] {
  const found: { node: Node; from: number }[] = [];
  doc.forEach((node, from) => {
    if (isSection(node)) found.push({ node, from });
  });
  return found;
}

function notesOf(doc: Node): Note[] {
  const notes: Note[] = [];
  for (const { node: section, from } of sectionsOf(doc)) {
    section.descendants((node, offset) => {
      if (node.type !== nodes.list_item) return;
      const number = NOTE_ID.exec(attribute(node.attrs.extra, 'id'))?.[1];
      if (!number) return;
      const place = placeOf(node, from + 1 + offset);
      notes.push({ ...place, number: Number(number), node, section: placeOf(section, from) });
    });
  }
  return notes;
}

function referenceNumber(given: readonly Mark[]): number | null {
  const sup = marks.sup.isInSet(given);
  if (!sup || !REFERENCE_CLASS.test(attribute(sup.attrs.extra, 'class'))) return null;
  const href = marks.link.isInSet(given)?.attrs.href ?? '';
  const number = REFERENCE_HREF.exec(href)?.[1];
  return number ? Number(number) : null;
}

/** A reference may consist of several texts, some of them bold. */
export function referencesOf(doc: Node): Reference[] {
  const found: Reference[] = [];
  doc.descendants((node, position) => {
    const number = node.isInline ? referenceNumber(node.marks) : null;
    if (number === null) return;
    const last = found.at(-1);
    const isSame = last?.to === position && last.number === number;
    const from = isSame ? last.from : position;
    if (isSame) found.pop();
    found.push({ number, from, to: position + node.nodeSize });
  });
  return found;
}

/** Returns the innermost note, because one may be in a list of another. */
function noteAround({ doc, selection: { from, to } }: EditorState): Note | undefined {
  return notesOf(doc).findLast((note) => note.from < from && to < note.to);
}

/** There may be no position within a number, so one beside it counts. */
function referenceAt({ doc, selection }: EditorState): Reference | undefined {
  const { $from, from, to } = selection;
  const beside = [$from.nodeBefore, $from.nodeAfter];
  // Avoids searching the whole text for most carets.
  if (!beside.some((node) => node && referenceNumber(node.marks) !== null)) return undefined;
  return referencesOf(doc).find((reference) => reference.from <= from && to <= reference.to);
}

export function isOnReference(state: EditorState): boolean {
  return referenceAt(state) !== undefined;
}

/** In bold text it is bold, but never code or part of another link. */
function newReference(number: number, $at: ResolvedPos): Node {
  const text = referenceNode(number);
  const excluded = [marks.code, marks.link, marks.sup, marks.sub];
  const around = $at
    .marks()
    .filter((mark) => mark.isInSet($at.nodeAfter?.marks ?? []) && !excluded.includes(mark.type));
  return text.mark(around.reduce((set, mark) => mark.addToSet(set), text.marks));
}

/** Notes are in the order of their numbers. */
function placeForNote(doc: Node, number: number): number | null {
  const notes = notesOf(doc);
  const before = notes.findLast((other) => other.number < number);
  if (before) return before.to;
  const next = notes.find((other) => other.number > number);
  if (next) return next.from;
  const [section] = sectionsOf(doc);
  let place: number | null = null;
  section?.node.forEach((node, offset) => {
    if (node.type === nodes.ordered_list) place ??= section.from + 1 + offset + 1;
  });
  return place;
}

/** The number in reading order, if the others are of our own form and in order, otherwise null. */
function numberInOrder(doc: Node, position: number, free: number): number | null {
  const references = referencesOf(doc);
  const numbers = [...new Set(references.map(({ number }) => number))];
  const notes = notesOf(doc);
  const isInOrder =
    numbers.length === free - 1 &&
    numbers.every((number, index) => number === index + 1 && notes[index]?.number === number);
  const isOwnReference = ({ from, to, number }: Reference, index: number) => {
    const isFirst = references.findIndex((other) => other.number === number) === index;
    const given = doc.nodeAt(from)?.marks ?? [];
    const isNumber = doc.textBetween(from, to) === String(number);
    return isNumber && referenceNode(number, isFirst).marks.every((mark) => mark.isInSet(given));
  };
  const isOwnNote = ({ node, number }: Note) => node.sameMarkup(noteNode(number));
  const isOwn = references.every(isOwnReference) && notes.every(isOwnNote);
  const isRaw = doc.children.some(({ attrs }) => /fn(?:ref)?\d/.test(attrs.html ?? ''));
  if (!isInOrder || notes.length !== numbers.length || !isOwn || isRaw) return null;
  const before = references.filter(({ from }) => from < position).map(({ number }) => number);
  return Math.max(0, ...before) + 1;
}

const ANY_ID = /^(#?fn(?:ref)?)(\d+)$/;

/** Counts the notes from this number on by one more, with all that leads to them and back. */
function renumber(tr: Transaction, first: number): void {
  const next = (id: string) =>
    id.replace(ANY_ID, (all, start, number) =>
      Number(number) < first ? all : `${start}${Number(number) + 1}`,
    );
  const nextIds = (extra: Extra): Extra =>
    extra.map(([name, value]) => [name, name === 'id' ? next(value) : value]);
  tr.doc.descendants((node, position) => {
    const from = tr.mapping.map(position);
    const id = node.type === nodes.list_item ? attribute(node.attrs.extra, 'id') : '';
    if (next(id) !== id)
      tr.setNodeMarkup(from, null, { ...node.attrs, extra: nextIds(node.attrs.extra) });
    const link = marks.link.isInSet(node.marks);
    const href = next(link?.attrs.href ?? '');
    if (!link || href === link.attrs.href) return;
    const number = referenceNumber(node.marks);
    const changed = marks.link.create({ href, extra: nextIds(link.attrs.extra) });
    const text = number === null ? node : schema.text(String(number + 1), node.marks);
    tr.replaceWith(from, from + node.nodeSize, text.mark(changed.addToSet(node.marks)));
  });
}

export const insertFootnote: Command = (state, dispatch) => {
  const { $to } = state.selection;
  if (!$to.parent.inlineContent || $to.parent.type.spec.code) return false;
  if (isSection($to.node(1))) return false;
  const free = freeNumber(state.doc.children.map(blockHtml).join('\n'));
  const number = numberInOrder(state.doc, $to.pos, free) ?? free;
  const { tr } = state;
  if (number < free) renumber(tr, number);
  tr.insert(tr.mapping.map($to.pos), newReference(number, $to));
  const place = placeForNote(tr.doc, number);
  const end = tr.doc.content.size;
  tr.insert(place ?? end, place === null ? sectionNode(number) : noteNode(number));
  // In a new section, the note is in a list; its words are in a paragraph.
  const words = (place ?? end + 2) + 2;
  // Parsing has dropped the space.
  tr.insert(words, schema.text(' '));
  tr.setSelection(TextSelection.create(tr.doc, words));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** The numbers of the added notes must be greater than all others. */
export function addNotes(transaction: Transaction, section: Node): void {
  const place = placeForNote(transaction.doc, Number.POSITIVE_INFINITY);
  const notes = section.children.flatMap((list) => list.children);
  if (place === null) transaction.insert(transaction.doc.content.size, section);
  else transaction.insert(place, notes);
}

/** The last note of a section takes the section with it. */
function removedWith(doc: Node, note: Note): Place {
  const $note = doc.resolve(note.from);
  const others = notesOf(doc).filter(({ section }) => section.from === note.section.from);
  return others.length === 1 && $note.parent.childCount === 1 ? note.section : note;
}

function removeFootnote(number: number): Command {
  return (state, dispatch) => {
    const { doc, tr, selection } = state;
    const references = referencesOf(doc).filter((each) => each.number === number);
    const reference = referenceAt(state) ?? references[0];
    const note = notesOf(doc).find((each) => each.number === number);
    for (const { from, to } of references.toReversed()) tr.delete(from, to);
    if (note) {
      const { from, to } = removedWith(doc, note);
      tr.deleteRange(tr.mapping.map(from), tr.mapping.map(to));
    }
    const caret = tr.mapping.map(reference?.from ?? selection.from);
    tr.setSelection(Selection.near(tr.doc.resolve(caret), -1));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** On a reference or in an empty note, removes both. */
export const toggleFootnote: Command = (state, dispatch) => {
  const reference = referenceAt(state);
  if (reference) return removeFootnote(reference.number)(state, dispatch);
  const note = noteAround(state);
  if (!note) return insertFootnote(state, dispatch);
  const isEmpty = isEmptyNote(note.node.children.map(blockHtml).join(''));
  return isEmpty && removeFootnote(note.number)(state, dispatch);
};

/** A note is not split, because its id would be there twice. */
export const breakInNote: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const note = noteAround(state);
  const isInNote = note !== undefined && $from.parent.inlineContent && $from.node(-1) === note.node;
  if (!isInNote) return false;
  const place = placeBeforeBackLink(state);
  if (place === null) return insertBreak(state, dispatch);
  const { tr } = state;
  dispatch?.(
    tr
      .insert(place, nodes.hard_break.create())
      .setSelection(TextSelection.create(tr.doc, place + 1))
      .scrollIntoView(),
  );
  return true;
};

/** If the caret is after the note's back link, words go before it, so that it stays at the end. */
function placeBeforeBackLink({ selection }: EditorState): number | null {
  const { $from, empty } = selection;
  const { nodeBefore, parent, parentOffset } = $from;
  const href = marks.link.isInSet(nodeBefore?.marks ?? [])?.attrs.href ?? '';
  const isBehind = empty && parentOffset === parent.content.size && BACK_HREF.test(href);
  if (!isBehind || !nodeBefore) return null;
  const start = $from.pos - nodeBefore.nodeSize;
  const hasSpace = parent.textBetween(0, parentOffset - nodeBefore.nodeSize).endsWith(' ');
  return hasSpace ? start - 1 : start;
}

/** Words that are typed after the back link of a note go before it. */
export function typingInNotes(): Plugin {
  return new Plugin({
    props: {
      handleTextInput({ state, dispatch }, _from, _to, typed) {
        const place = placeBeforeBackLink(state);
        if (place === null) return false;
        const tr = state.tr.insertText(typed, place);
        dispatch(tr.setSelection(TextSelection.create(tr.doc, place + typed.length)));
        return true;
      },
    },
  });
}

export const leaveNote: Command = (state, dispatch) => {
  const note = noteAround(state);
  const reference = note && referencesOf(state.doc).find(({ number }) => number === note.number);
  if (!reference) return false;
  const { tr } = state;
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, reference.to)).scrollIntoView());
  return true;
};
