import { closeHistory } from 'prosemirror-history';
import type { Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Dispatches a change that undo takes back alone, not with what is typed shortly before or after. */
export function dispatchAlone(
  view: Pick<EditorView, 'state' | 'dispatch'>,
  transaction: Transaction,
): void {
  view.dispatch(closeHistory(transaction));
  view.dispatch(closeHistory(view.state.tr));
}
