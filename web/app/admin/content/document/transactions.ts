import { closeHistory } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { type Command, type EditorState, Selection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { schema } from './schema.ts';

/** Adds a command's steps to a transaction, so that one undo takes back both. */
export function runAfter(transaction: Transaction, state: EditorState, command: Command): boolean {
  return command(state.apply(transaction), ({ steps, selection, storedMarks }) => {
    for (const step of steps) transaction.step(step);
    transaction.setSelection(Selection.fromJSON(transaction.doc, selection.toJSON()));
    transaction.setStoredMarks(storedMarks).scrollIntoView();
  });
}

/** Without any blocks it is removed, but its parent is never left empty. */
export function replaceBlock(
  tr: Transaction,
  position: number,
  size: number,
  blocks: readonly Node[],
): Transaction {
  const place = tr.doc.resolve(position);
  const index = place.index();
  const isRemovable = place.parent.canReplace(index, index + 1);
  const nodes = blocks.length > 0 || isRemovable ? blocks : [schema.node('paragraph')];
  return tr.replaceWith(position, position + size, nodes);
}

/** Undo takes this change back alone, not together with typing shortly before or after. */
export function dispatchAlone(
  view: Pick<EditorView, 'state' | 'dispatch'>,
  transaction: Transaction,
): void {
  view.dispatch(closeHistory(transaction));
  view.dispatch(closeHistory(view.state.tr));
}
