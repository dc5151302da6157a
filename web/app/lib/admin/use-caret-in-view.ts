import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Mirror } from './text-mirror.ts';

/** Beyond the caret's line, so that one sees that something is above or below it. */
const MARGIN_PX = 8;

/** How far to scroll so that the one is within the other; towards the end, if it does not fit. */
function distance(
  line: { top: number; bottom: number },
  visible: { top: number; bottom: number },
): number {
  const below = line.bottom + MARGIN_PX - visible.bottom;
  if (below > 0) return below;
  return Math.min(0, line.top - MARGIN_PX - visible.top);
}

/** What can be seen of the page between what stays above and below it, and above a phone's keyboard. */
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

/** Keeps the line that one writes on in sight. `covering` stays above the text when it is scrolled. */
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
        // The browser tells of it only when it has been painted.
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
