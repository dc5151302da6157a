import type { Command, EditorState } from 'prosemirror-state';
import { addRowBefore, findTable, isInTable, selectedRect, toggleHeader } from 'prosemirror-tables';

function isInHead(state: EditorState): boolean {
  const { table, top } = selectedRect(state);
  return table.child(top).attrs.section === 'thead';
}

/** Not above the head of the table. */
export const addRowAbove: Command = (state, dispatch) =>
  isInTable(state) && !isInHead(state) && addRowBefore(state, dispatch);

/** Makes the first row the table's head, or a row like the others. */
export const toggleHeaderRow: Command = (state, dispatch) => {
  const found = findTable(state.selection.$from);
  if (!found) return false;
  return toggleHeader('row')(
    state,
    dispatch &&
      ((transaction) => {
        const first = transaction.doc.nodeAt(found.pos + 1);
        const isHeader = first?.children.every(({ type }) => type.name === 'table_header');
        const section = isHeader ? 'thead' : 'tbody';
        transaction.setNodeMarkup(found.pos + 1, undefined, { ...first?.attrs, section });
        dispatch(transaction);
      }),
  );
};
