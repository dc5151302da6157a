import type { EditorView } from 'prosemirror-view';
import { dispatchAlone } from '../../document/dispatch-alone.ts';
import { isInGallery, movePicture } from '../commands/gallery-commands.ts';
import { placeUnder, showDropPlace } from '../plugins/drop-plugin.ts';
import { followDrag, type Point } from './follow-drag.ts';

type Side = 'before' | 'after';
type Target = { readonly place: number; readonly figure: Element | null; readonly side: Side };

/** Beside the picture of a gallery that is under the pointer, else between blocks. */
function targetUnder(view: EditorView, point: Point): Target {
  const under = document.elementFromPoint(point.clientX, point.clientY);
  const figure = under?.closest('figure.gallery > figure') ?? null;
  if (!figure || !view.dom.contains(figure))
    return { place: placeUnder(view, point), figure: null, side: 'before' };
  const { left, width } = figure.getBoundingClientRect();
  const side: Side = point.clientX < left + width / 2 ? 'before' : 'after';
  const $inside = view.state.doc.resolve(view.posAtDOM(figure, 0));
  const depth = isInGallery($inside) ? null : $inside.depth;
  const before = depth === null ? $inside.pos : $inside.before(depth);
  const size = view.state.doc.nodeAt(before)?.nodeSize ?? 0;
  return { place: side === 'before' ? before : before + size, figure, side };
}

/** Moves a picture with the mouse: between blocks, within a gallery, into one or out of it. */
export function dragPicture(view: EditorView, position: number, pressed: PointerEvent): void {
  let marked: Element | null = null;

  function mark({ figure, side }: Target): void {
    if (figure !== marked) marked?.removeAttribute('data-drop-side');
    marked = figure;
    marked?.setAttribute('data-drop-side', side);
  }

  followDrag(view, pressed, {
    onMove(point) {
      const target = targetUnder(view, point);
      mark(target);
      showDropPlace(view, target.figure ? null : target.place);
    },
    onDrop(point) {
      const { place } = targetUnder(view, point);
      movePicture(position, place)(view.state, (tr) => dispatchAlone(view, tr));
      view.focus();
    },
    onEnd() {
      marked?.removeAttribute('data-drop-side');
      showDropPlace(view, null);
    },
  });
}
