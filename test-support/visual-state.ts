import { history } from 'prosemirror-history';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { expect } from 'vitest';
import { VisualDocument } from '../web/app/admin/content/document/visual-document.ts';

/** An opened text. `[` and `]` stand for the ends of the selection, `|` for the caret. */
export function openState(marked: string) {
  const found: number[] = [];
  new VisualDocument().open(marked).descendants((node, position) => {
    for (const match of node.text?.matchAll(/[[\]|]/g) ?? []) found.push(position + match.index);
  });
  const [from = 1, to = from + 1] = found;
  const visual = new VisualDocument();
  const doc = visual.open(marked.replace(/[[\]|]/g, ''));
  const selection = TextSelection.create(doc, from, to - 1);
  const state = EditorState.create({ doc, selection, plugins: [history()] });
  return { state, write: (after: EditorState) => visual.write(after.doc) };
}

/** The state after a command that must apply. */
export function applyCommand(state: EditorState, command: Command): EditorState {
  let next = state;
  const done = command(state, (transaction) => {
    next = state.apply(transaction);
  });
  expect(done).toBe(true);
  return next;
}

/** The text after commands. */
export function textAfter(marked: string, ...commands: readonly Command[]): string {
  const { state, write } = openState(marked);
  return write(commands.reduce(applyCommand, state));
}
