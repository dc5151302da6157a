import { type EditorState, NodeSelection, Selection } from 'prosemirror-state';
import { offsetOfPosition, positionOfOffset } from '../document/caret-offset.ts';
import type { TextView } from '../text-place.ts';
import type { VisualView } from './visual-view.ts';

function caretOf({ selection }: EditorState) {
  return selection.$head.depth === 0 ? selection.$from : selection.$head;
}

export function visualText(visual: VisualView): TextView {
  const { view } = visual;
  const parts = () => visual.document.parts(view.state.doc);
  const positionOf = (offset: number) => positionOfOffset(parts(), offset);
  return {
    element: view.dom,
    caret: () => (visual.hadFocus ? offsetOfPosition(parts(), caretOf(view.state)) : null),
    setCaret(offset) {
      const { doc, tr } = view.state;
      const $position = doc.resolve(positionOf(offset));
      const isAtom = $position.depth === 0 && $position.nodeAfter?.isAtom;
      visual.hadFocus = true;
      view.dispatch(
        tr.setSelection(
          isAtom ? NodeSelection.create(doc, $position.pos) : Selection.near($position, 1),
        ),
      );
    },
    lineOf(offset) {
      const position = positionOf(offset);
      const block = view.state.doc.resolve(position).depth === 0 && view.nodeDOM(position);
      return block instanceof HTMLElement
        ? block.getBoundingClientRect()
        : view.coordsAtPos(position);
    },
    offsetBelow(top) {
      const { left, width } = view.dom.getBoundingClientRect();
      const found = view.posAtCoords({ left: left + width / 2, top: top + 1 });
      return found && offsetOfPosition(parts(), view.state.doc.resolve(found.pos));
    },
  };
}
