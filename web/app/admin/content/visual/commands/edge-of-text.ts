import type { Node } from 'prosemirror-model';
import { type Command, Selection, TextSelection } from 'prosemirror-state';
import { isSection } from './footnotes.ts';

/** Before the footnotes, unless the caret is in them. */
function endOfText(doc: Node, from: number): Selection {
  const { lastChild } = doc;
  const end = doc.content.size - (lastChild?.nodeSize ?? 0);
  const hasNotes = lastChild !== null && isSection(lastChild) && end > 0;
  return hasNotes && from <= end ? Selection.near(doc.resolve(end), -1) : Selection.atEnd(doc);
}

/**
 * To the start or the end of the text. Why not the browser's own key: it stops at blocks with controls, and
 * before those without text.
 */
export function toEdge(edge: 'start' | 'end', extend = false): Command {
  return ({ doc, tr, selection }, dispatch) => {
    const target = edge === 'start' ? Selection.atStart(doc) : endOfText(doc, selection.from);
    const { $anchor } = selection;
    const next = extend ? TextSelection.between($anchor, target.$head) : target;
    dispatch?.(tr.setSelection(next).scrollIntoView());
    return true;
  };
}
