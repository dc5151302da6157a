import type { EditorView } from 'prosemirror-view';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { VisualView } from '../visual-view.ts';

function blockAt(view: EditorView, element: Element | null): number | null {
  let block = element;
  while (block && block.parentElement !== view.dom) block = block.parentElement;
  if (!block) return null;
  const $position = view.state.doc.resolve(view.posAtDOM(block, 0));
  return $position.depth > 0 ? $position.before(1) : $position.pos;
}

/** If the pointer is beside the text, finds the block in the same line. */
function blockUnder(view: EditorView, { target, clientY }: PointerEvent): number | null {
  const inText = target instanceof Element && target !== view.dom ? blockAt(view, target) : null;
  if (inText !== null) return inText;
  const { left, width } = view.dom.getBoundingClientRect();
  return blockAt(view, document.elementFromPoint(left + width / 2, clientY));
}

/** The distance to the text, where there is space. */
const GAP_PX = 6;

function placeBeside(handle: HTMLElement, block: HTMLElement, view: EditorView): void {
  const parent = handle.offsetParent;
  if (!parent) return;
  const origin = parent.getBoundingClientRect();
  const text = view.dom.getBoundingClientRect();
  const box = block.getBoundingClientRect();
  const room = Number.parseFloat(getComputedStyle(view.dom).paddingLeft);
  const gap = Math.min(GAP_PX, Math.max(0, room - handle.offsetWidth));
  const line = Math.min(Number.parseFloat(getComputedStyle(block).lineHeight) || 0, box.height);
  const x = text.left + room - gap - handle.offsetWidth - origin.left - parent.clientLeft;
  const y = box.top + (line - handle.offsetHeight) / 2 - origin.top - parent.clientTop;
  const place = `${Math.round(x)}px ${Math.round(y)}px`;
  if (handle.style.translate !== place) handle.style.translate = place;
}

/**
 * Keeps a handle beside the block under the mouse, or else the one with the caret. Placed in the
 * next frame, where the layout is computed anyway, because typing must not wait for it. Returns the
 * block's position.
 */
export function useHandlePlace(
  { view, subscribe }: VisualView,
  handle: RefObject<HTMLElement | null>,
): () => number {
  const hovered = useRef<number | null>(null);

  function position(): number {
    const { doc, selection } = view.state;
    if (hovered.current !== null) return hovered.current;
    const { $from } = selection;
    if ($from.depth > 0) return $from.before(1);
    return $from.nodeAfter ? $from.pos : $from.pos - (doc.lastChild?.nodeSize ?? 0);
  }

  const place = useEffectEvent(() => {
    const block = view.isDestroyed ? null : view.nodeDOM(position());
    if (handle.current && block instanceof HTMLElement) placeBeside(handle.current, block, view);
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let frame = 0;
    const placeSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => place());
    };
    const hover = (next: number | null) => {
      if (next === hovered.current) return;
      hovered.current = next;
      placeSoon();
    };
    const frameElement = handle.current?.offsetParent ?? view.dom;
    frameElement.addEventListener(
      'pointermove',
      (event) => {
        const isOfText = event.target instanceof Node && view.dom.contains(event.target);
        if (!(event instanceof PointerEvent) || event.pointerType === 'touch' || !isOfText) return;
        hover(blockUnder(view, event) ?? hovered.current);
      },
      { signal },
    );
    frameElement.addEventListener('pointerleave', () => hover(null), { signal });
    const unsubscribe = subscribe(() => {
      hovered.current = null;
      placeSoon();
    });
    // Content above may change its height, as when a picture arrives.
    const observer = new ResizeObserver(placeSoon);
    observer.observe(view.dom);
    return () => {
      stop.abort();
      unsubscribe();
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [view, subscribe, handle]);

  return position;
}
