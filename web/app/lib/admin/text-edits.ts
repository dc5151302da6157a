/** A text and its selection, which is a caret where `from` equals `to`. */
export type TextState = { readonly text: string; readonly from: number; readonly to: number };

/** Replaces the text between `from` and `to`. */
export type Edit = { readonly from: number; readonly to: number; readonly text: string };

/** The smallest single edit that makes one text of another. */
export function differenceOf(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (
    same < shorter - start &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  ) {
    same += 1;
  }
  return { from: start, to: before.length - same, text: after.slice(start, after.length - same) };
}

/** Where a position is after the edit; one inside it moves to its end. */
function moved(position: number, { from, to, text }: Edit): number {
  if (position <= from) return position;
  return Math.max(position, to) + text.length - (to - from);
}

/** The text after an edit somewhere in it, with the same part of it selected as before. */
export function applyEdit(state: TextState, edit: Edit): TextState {
  return {
    text: state.text.slice(0, edit.from) + edit.text + state.text.slice(edit.to),
    from: moved(state.from, edit),
    to: moved(state.to, edit),
  };
}
