import type { EditorView } from 'prosemirror-view';
import { EdgeScroll } from './scroll-at-edges.ts';

/** A press that moves less is no drag. */
const LEAST_PX = 5;

export type Point = { readonly clientX: number; readonly clientY: number };

type Handlers = {
  readonly onStart?: () => void;
  /** Also when the page was scrolled below the pointer. */
  readonly onMove: (point: Point) => void;
  readonly onDrop: (point: Point) => void;
  readonly onEnd: (wasDragged: boolean) => void;
};

/**
 * From a press on, until the pointer is released or Escape is pressed. Why not the browser's own dragging:
 * it does not work by touch everywhere.
 */
export function followDrag(view: EditorView, pressed: PointerEvent, handlers: Handlers): void {
  const stop = new AbortController();
  const { signal } = stop;
  let point: Point = pressed;
  let isDragging = false;
  const scroll = new EdgeScroll(() => handlers.onMove(point));

  function end(): void {
    stop.abort();
    scroll.stop();
    if (view.isDestroyed) return;
    view.dom.removeAttribute('data-dragging');
    handlers.onEnd(isDragging);
  }

  function onMove(event: PointerEvent): void {
    point = event;
    const way = Math.hypot(point.clientX - pressed.clientX, point.clientY - pressed.clientY);
    if (!isDragging && way < LEAST_PX) return;
    if (!isDragging) {
      isDragging = true;
      view.dom.setAttribute('data-dragging', '');
      handlers.onStart?.();
    }
    handlers.onMove(point);
    scroll.follow(point.clientY);
  }

  function onPointer(event: PointerEvent): void {
    if (event.pointerId !== pressed.pointerId) return;
    if (view.isDestroyed || event.type === 'pointercancel') end();
    else if (event.type === 'pointermove') onMove(event);
    else {
      if (isDragging) handlers.onDrop(point);
      end();
    }
  }

  for (const name of ['pointermove', 'pointerup', 'pointercancel'] as const)
    window.addEventListener(name, onPointer, { signal });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isDragging) return;
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  window.addEventListener('keydown', onKey, { signal, capture: true });
}
