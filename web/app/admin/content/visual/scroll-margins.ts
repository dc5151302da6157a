import type { EditorView } from 'prosemirror-view';
import { isFocusMode, scrollToSteadyLine } from '../scroll-to-line.ts';

const LEAST_PX = 80;
/** The height of a line. */
const LINE_PX = 32;

/** How near the caret may come to the edges of the window: not behind the bar at its end. */
export const SCROLL_MARGINS = {
  top: LEAST_PX,
  left: LEAST_PX,
  right: LEAST_PX,
  get bottom(): number {
    const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
    return Math.max(LEAST_PX, (Number.parseFloat(scrollPaddingBottom) || 0) + LINE_PX);
  },
};

/** In focus mode, where the editor does not scroll by itself. */
export function keepCaretSteady(view: EditorView): boolean {
  if (!isFocusMode()) return false;
  scrollToSteadyLine(view.coordsAtPos(view.state.selection.head));
  return true;
}
