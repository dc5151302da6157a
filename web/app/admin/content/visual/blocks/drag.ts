import type { EditorView } from 'prosemirror-view';
import { dispatchAlone } from '../../document/transactions.ts';
import { indexOfBlock, moveBlocksTo, selectBlock } from '../commands/block-commands.ts';
import { isInGallery, movePicture } from '../commands/picture-commands.ts';
import { placeUnder, showDropPlace } from '../plugins/drop-plugin.ts';

type Side = 'before' | 'after';
type Target = { readonly place: number; readonly figure: Element | null; readonly side: Side };

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

/** A picture can be moved between blocks, within a gallery, into one or out of it. */
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

function dropAt(view: EditorView, place: number): void {
  const { doc } = view.state;
  const index = place === doc.content.size ? doc.childCount : indexOfBlock(doc, place);
  moveBlocksTo(index)(view.state, (tr) => dispatchAlone(view, tr));
  view.focus();
}

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

const SCROLL_ZONE_PX = 64;
const STEP_PX = 12;

class EdgeScroll {
  #pointerY = 0;
  #frame = 0;
  readonly #onScroll: () => void;

  constructor(onScroll: () => void) {
    this.#onScroll = onScroll;
  }

  follow(pointerY: number): void {
    this.#pointerY = pointerY;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  readonly #step = () => {
    this.#frame = 0;
    const isAbove = this.#pointerY < SCROLL_ZONE_PX;
    if (!isAbove && this.#pointerY < innerHeight - SCROLL_ZONE_PX) return;
    window.scrollBy({ top: isAbove ? -STEP_PX : STEP_PX, behavior: 'instant' });
    this.#onScroll();
    this.#frame = requestAnimationFrame(this.#step);
  };
}

const MIN_DRAG_PX = 5;

type Point = { readonly clientX: number; readonly clientY: number };

type Handlers = {
  readonly onStart?: () => void;
  /** Also called when the page was scrolled under the pointer. */
  readonly onMove: (point: Point) => void;
  readonly onDrop: (point: Point) => void;
  readonly onEnd: (wasDragged: boolean) => void;
};

/**
 * Ends when the pointer is released or Escape is pressed. Why not the browser's own dragging: it
 * does not work by touch everywhere.
 */
function followDrag(view: EditorView, pressed: PointerEvent, handlers: Handlers): void {
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
    if (!isDragging && way < MIN_DRAG_PX) return;
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
