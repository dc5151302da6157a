import type { Range } from './html-tags.ts';

/** A text and its selection, which is a caret where `from` equals `to`. */
export type TextState = Range & { readonly text: string };

/** Replaces the text between `from` and `to`. */
export type Edit = Range & { readonly text: string };

/** The smallest single edit that turns one text into the other. */
export function differenceOf(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let commonEnd = 0;
  while (
    commonEnd < shorter - start &&
    before[before.length - 1 - commonEnd] === after[after.length - 1 - commonEnd]
  ) {
    commonEnd += 1;
  }
  return {
    from: start,
    to: before.length - commonEnd,
    text: after.slice(start, after.length - commonEnd),
  };
}

/** A position inside the edit moves to its end. */
function movePosition(position: number, { from, to, text }: Edit): number {
  if (position <= from) return position;
  return Math.max(position, to) + text.length - (to - from);
}

export function applyEdit(state: TextState, edit: Edit): TextState {
  return {
    text: state.text.slice(0, edit.from) + edit.text + state.text.slice(edit.to),
    from: movePosition(state.from, edit),
    to: movePosition(state.to, edit),
  };
}

/** Applies edits of different parts of the text. */
export function applyEdits(state: TextState, edits: readonly Edit[]): TextState {
  return edits.toSorted((a, b) => b.from - a.from).reduce(applyEdit, state);
}

/** Replaces a range with three parts, and selects the second one. */
export function replaceRange(
  text: string,
  { from, to }: Range,
  [before, selected, behind]: readonly [string, string, string],
): TextState {
  const start = from + before.length;
  return {
    text: text.slice(0, from) + before + selected + behind + text.slice(to),
    from: start,
    to: start + selected.length,
  };
}
