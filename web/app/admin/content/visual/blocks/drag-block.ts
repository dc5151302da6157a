import type { EditorView } from 'prosemirror-view';
import { dispatchAlone } from '../../document/dispatch-alone.ts';
import { indexOfBlock, moveBlocksTo, selectBlock } from '../commands/block-commands.ts';
import { placeUnder, showDropPlace } from '../plugins/drop-plugin.ts';
import { EdgeScroll } from './scroll-at-edges.ts';

/** A press that moves less is no drag. */
const LEAST_PX = 5;

type Point = { readonly clientX: number; readonly clientY: number };

function dropAt(view: EditorView, place: number): void {
  const { doc } = view.state;
  const index = place === doc.content.size ? doc.childCount : indexOfBlock(doc, place);
  moveBlocksTo(index)(view.state, (tr) => dispatchAlone(view, tr));
  view.focus();
}

/**
 * Moves a block with the pointer, from the press on its handle on. Why not the browser's own dragging: it
 * does not work by touch everywhere. `onEnd` tells whether the block was dragged.
 */
export function dragBlock(
  view: EditorView,
  position: number,
  pressed: PointerEvent,
  onEnd: (wasDragged: boolean) => void,
): void {
  const stop = new AbortController();
  const { signal } = stop;
  let point: Point = pressed;
  let isDragging = false;
  const show = () => showDropPlace(view, placeUnder(view, point));
  const scroll = new EdgeScroll(show);

  function start(): void {
    isDragging = true;
    selectBlock(position)(view.state, view.dispatch);
    view.dom.setAttribute('data-dragging', '');
  }

  function end(): void {
    stop.abort();
    scroll.stop();
    if (view.isDestroyed) return;
    showDropPlace(view, null);
    view.dom.removeAttribute('data-dragging');
    onEnd(isDragging);
  }

  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pressed.pointerId) return;
      if (view.isDestroyed) {
        end();
        return;
      }
      point = event;
      const way = Math.hypot(point.clientX - pressed.clientX, point.clientY - pressed.clientY);
      if (!isDragging && way < LEAST_PX) return;
      if (!isDragging) start();
      show();
      scroll.follow(point.clientY);
    },
    { signal },
  );
  window.addEventListener(
    'pointerup',
    ({ pointerId }) => {
      if (pointerId !== pressed.pointerId) return;
      if (isDragging) dropAt(view, placeUnder(view, point));
      end();
    },
    { signal },
  );
  window.addEventListener('pointercancel', end, { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isDragging) return;
      event.preventDefault();
      event.stopPropagation();
      end();
    },
    { signal, capture: true },
  );
}
