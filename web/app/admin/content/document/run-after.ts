import { type Command, type EditorState, Selection, type Transaction } from 'prosemirror-state';

/** Puts a command's steps behind those of a transaction, so that one undo takes back both. */
export function runAfter(transaction: Transaction, state: EditorState, command: Command): boolean {
  return command(state.apply(transaction), ({ steps, selection, storedMarks }) => {
    for (const step of steps) transaction.step(step);
    transaction.setSelection(Selection.fromJSON(transaction.doc, selection.toJSON()));
    transaction.setStoredMarks(storedMarks).scrollIntoView();
  });
}
