import type { EditorView } from 'prosemirror-view';
import type { Box } from '../../../ui/floating-place.ts';

/** From the first line of a range to its last. */
export function rangeBox(view: EditorView, { from, to }: { from: number; to: number }): Box {
  const start = view.coordsAtPos(from, 1);
  const end = view.coordsAtPos(to, -1);
  return {
    top: Math.min(start.top, end.top),
    bottom: Math.max(start.bottom, end.bottom),
    left: Math.min(start.left, end.left),
    right: Math.max(start.right, end.right),
  };
}
