import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Mirror } from './text-mirror.ts';

/** Beyond the caret's line, so that one sees that something is above or below it. */
const MARGIN_PX = 8;

/** How far to scroll until the line is visible. */
function distance(
  line: { top: number; bottom: number },
  visible: { top: number; bottom: number },
): number {
  const below = line.bottom + MARGIN_PX - visible.bottom;
  if (below > 0) return below;
  return Math.min(0, line.top - MARGIN_PX - visible.top);
}

/** The part of the page between the sticky bars and above a phone's keyboard. */
function visibleArea(covering: Element | null) {
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const { offsetTop = 0, height = innerHeight } = window.visualViewport ?? {};
  return {
    top: Math.max(offsetTop, covering?.getBoundingClientRect().bottom ?? 0),
    bottom: Math.min(
      offsetTop + height,
      innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0),
    ),
  };
}

function reveal(field: HTMLTextAreaElement, covering: Element | null, mirror: Mirror | null): void {
  if (document.activeElement !== field || !mirror) return;
  const { selectionDirection, selectionStart, selectionEnd } = field;
  const caret = selectionDirection === 'backward' ? selectionStart : selectionEnd;
  const box = field.getBoundingClientRect();
  const shown = { top: box.top + field.clientTop, bottom: box.bottom - field.clientTop };
  const inField = distance(mirror.placeOf(caret), shown);
  if (inField !== 0) field.scrollTop += inField;
  const inPage = distance(mirror.placeOf(caret), visibleArea(covering));
  if (inPage !== 0) window.scrollBy({ top: inPage, behavior: 'instant' });
}

const MOVES = /^(?:Arrow|Page|Home$|End$)/;

/** Keeps the line of the caret in view. `covering` is sticky at the top of the text. */
export function useCaretInView(
  field: RefObject<HTMLTextAreaElement | null>,
  covering: RefObject<Element | null>,
  mirror: () => Mirror | null,
): () => void {
  const frame = useRef(0);
  const show = useEffectEvent(() => {
    if (field.current) reveal(field.current, covering.current, mirror());
  });
  const soon = useRef(() => {});

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    let byPointer = false;
    let byKey = false;
    soon.current = () => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => show());
    };
    const later = () => soon.current();
    const onSelection = () => {
      if (document.activeElement !== element || byPointer) return;
      // Selecting all of the text is no reason to go to its end.
      if (byKey || element.selectionStart === element.selectionEnd) later();
    };
    const onPointer = (event: PointerEvent) => {
      byPointer = event.type === 'pointerdown';
      if (!byPointer && document.activeElement === element) onSelection();
    };
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('input', later, { signal });
    element.addEventListener('focus', () => byPointer || later(), { signal });
    element.addEventListener(
      'keydown',
      ({ key }) => {
        byKey = MOVES.test(key);
        // `selectionchange` comes only after the next paint.
        if (byKey) later();
      },
      { signal },
    );
    document.addEventListener('selectionchange', onSelection, { signal });
    window.addEventListener('pointerdown', onPointer, { signal });
    window.addEventListener('pointerup', onPointer, { signal });
    window.addEventListener('pointercancel', onPointer, { signal });
    window.visualViewport?.addEventListener('resize', later, { signal });
    return () => {
      stop.abort();
      cancelAnimationFrame(frame.current);
    };
  }, [field]);

  return () => soon.current();
}
