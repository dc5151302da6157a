import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Mirror } from './text-mirror.ts';

/** Shows a part of the next line. */
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

function caretOf({
  selectionDirection,
  selectionStart,
  selectionEnd,
}: HTMLTextAreaElement): number {
  return selectionDirection === 'backward' ? selectionStart : selectionEnd;
}

/** Scrolls the field, but not the page. */
export function showCaretInField(field: HTMLTextAreaElement, mirror: Mirror): void {
  const box = field.getBoundingClientRect();
  const shown = { top: box.top + field.clientTop, bottom: box.bottom - field.clientTop };
  const inField = distance(mirror.boxOf(caretOf(field)), shown);
  if (inField !== 0) field.scrollTop += inField;
}

function reveal(field: HTMLTextAreaElement, covering: Element | null, mirror: Mirror): void {
  showCaretInField(field, mirror);
  const inPage = distance(mirror.boxOf(caretOf(field)), visibleArea(covering));
  if (inPage !== 0) window.scrollBy({ top: inPage, behavior: 'instant' });
}

const CARET_KEYS = /^(?:Arrow|Page|Home$|End$)/;

/** Keeps the line of the caret in view. `covering` is sticky at the top of the text. */
export function useCaretInView(
  field: RefObject<HTMLTextAreaElement | null>,
  covering: RefObject<Element | null>,
  mirror: () => Mirror | null,
): () => void {
  const frame = useRef(0);

  function showCaret(): void {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const element = field.current;
      const copy = mirror();
      if (element && copy && document.activeElement === element)
        reveal(element, covering.current, copy);
    });
  }

  const show = useEffectEvent(showCaret);
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    let byPointer = false;
    let byKey = false;
    const revealCaret = () => show();
    const onSelection = () => {
      if (document.activeElement !== element || byPointer) return;
      // 'Select all' must not scroll to the end.
      if (byKey || element.selectionStart === element.selectionEnd) revealCaret();
    };
    const onPointer = (event: PointerEvent) => {
      byPointer = event.type === 'pointerdown';
      if (!byPointer && document.activeElement === element) onSelection();
    };
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('input', revealCaret, { signal });
    element.addEventListener('focus', () => byPointer || revealCaret(), { signal });
    element.addEventListener(
      'keydown',
      ({ key }) => {
        byKey = CARET_KEYS.test(key);
        // `selectionchange` is fired only after the next paint.
        if (byKey) revealCaret();
      },
      { signal },
    );
    document.addEventListener('selectionchange', onSelection, { signal });
    window.addEventListener('pointerdown', onPointer, { signal });
    window.addEventListener('pointerup', onPointer, { signal });
    window.addEventListener('pointercancel', onPointer, { signal });
    window.visualViewport?.addEventListener('resize', revealCaret, { signal });
    // A message makes the bar higher, see use-scroll-padding.ts.
    const padding = new MutationObserver(revealCaret);
    padding.observe(document.documentElement, { attributeFilter: ['style'] });
    return () => {
      stop.abort();
      padding.disconnect();
      cancelAnimationFrame(frame.current);
    };
  }, [field]);

  return showCaret;
}
