import type { EditorView } from 'prosemirror-view';
import { dispatchAlone } from '../../document/dispatch-alone.ts';
import { indexOfBlock, moveBlocksTo, selectBlock } from '../commands/block-commands.ts';
import { placeUnder, showDropPlace } from '../plugins/drop-plugin.ts';
import { followDrag } from './follow-drag.ts';

function dropAt(view: EditorView, place: number): void {
  const { doc } = view.state;
  const index = place === doc.content.size ? doc.childCount : indexOfBlock(doc, place);
  moveBlocksTo(index)(view.state, (tr) => dispatchAlone(view, tr));
  view.focus();
}

/** Moves a block with the pointer, from the press on its handle on. `onEnd` tells whether it was dragged. */
export function dragBlock(
  view: EditorView,
  position: number,
  pressed: PointerEvent,
  onEnd: (wasDragged: boolean) => void,
): void {
  followDrag(view, pressed, {
    onStart: () => selectBlock(position)(view.state, view.dispatch),
    onMove: (point) => showDropPlace(view, placeUnder(view, point)),
    onDrop: (point) => dropAt(view, placeUnder(view, point)),
    onEnd(wasDragged) {
      showDropPlace(view, null);
      onEnd(wasDragged);
    },
  });
}
