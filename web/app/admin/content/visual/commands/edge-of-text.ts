import { type Command, Selection, TextSelection } from 'prosemirror-state';

/**
 * To the start or the end of the text. Why not the browser's own key: it stops at blocks with controls, and
 * before those without text.
 */
export function toEdge(edge: 'start' | 'end', extend = false): Command {
  return ({ doc, tr, selection }, dispatch) => {
    const target = edge === 'start' ? Selection.atStart(doc) : Selection.atEnd(doc);
    const { $anchor } = selection;
    const next = extend ? TextSelection.between($anchor, target.$head) : target;
    dispatch?.(tr.setSelection(next).scrollIntoView());
    return true;
  };
}
