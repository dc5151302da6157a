import type { Node } from 'prosemirror-model';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { addRowBefore, findTable, isInTable, selectedRect, toggleHeader } from 'prosemirror-tables';
import type { Extra } from '../../document/schema.ts';

function isInHead(state: EditorState): boolean {
  const { table, top } = selectedRect(state);
  return table.child(top).attrs.section === 'thead';
}

/** Not above the head of the table. */
export const addRowAbove: Command = (state, dispatch) =>
  isInTable(state) && !isInHead(state) && addRowBefore(state, dispatch);

/** A head's cells say that they are about a column; other cells may not. */
function scopedExtra({ type, attrs }: Node): Extra {
  const extra: Extra = attrs.extra;
  const isScope = ([name]: Extra[number]) => name === 'scope';
  if (type.name !== 'table_header') return extra.filter((each) => !isScope(each));
  return extra.some(isScope) ? extra : [['scope', 'col'], ...extra];
}

function scopeCells(transaction: Transaction, row: Node, position: number): void {
  row.forEach((cell, offset) => {
    const attrs = { ...cell.attrs, extra: scopedExtra(cell) };
    transaction.setNodeMarkup(position + 1 + offset, undefined, attrs);
  });
}

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
        if (first) scopeCells(transaction, first, found.pos + 1);
        dispatch(transaction);
      }),
  );
};
