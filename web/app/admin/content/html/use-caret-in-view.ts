import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { distance, isFocusMode, scrollToLine, scrollToSteadyLine } from '../scroll-to-line.ts';
import type { Mirror } from './text-mirror.ts';

function caretOf({
  selectionDirection,
  selectionStart,
  selectionEnd,
}: HTMLTextAreaElement): number {
  return selectionDirection === 'backward' ? selectionStart : selectionEnd;
}

/** Scrolls the field, but not the page. */
export function showCaretInField(
  field: HTMLTextAreaElement,
  mirror: Mirror,
  offset = caretOf(field),
): void {
  const box = field.getBoundingClientRect();
  const shown = { top: box.top + field.clientTop, bottom: box.bottom - field.clientTop };
  const inField = distance(mirror.boxOf(offset), shown);
  if (inField !== 0) field.scrollTop += inField;
}

function reveal(field: HTMLTextAreaElement, mirror: Mirror, covering: Element | null): void {
  showCaretInField(field, mirror);
  scrollToLine(mirror.boxOf(caretOf(field)), covering);
}

const CARET_KEYS = /^(?:Arrow|Page|Home$|End$)/;

/** Keeps the line of the caret in view. `covering` is sticky at the top of the text. */
export function useCaretInView(
  field: RefObject<HTMLTextAreaElement | null>,
  covering: RefObject<Element | null>,
  mirror: () => Mirror | null,
): () => void {
  const frame = useRef(0);
  /** A line under the pointer must not move, or a second click would hit another one. */
  const wasPressed = useRef(false);

  function showCaret(): void {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const element = field.current;
      const copy = mirror();
      if (!element || !copy || document.activeElement !== element) return;
      if (isFocusMode() && !wasPressed.current) scrollToSteadyLine(copy.boxOf(caretOf(element)));
      else reveal(element, copy, covering.current);
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
      if (byPointer) wasPressed.current = event.target === element;
      if (!byPointer && document.activeElement === element) onSelection();
    };
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener(
      'input',
      () => {
        wasPressed.current = false;
        revealCaret();
      },
      { signal },
    );
    element.addEventListener('focus', () => byPointer || revealCaret(), { signal });
    element.addEventListener(
      'keydown',
      ({ key }) => {
        byKey = CARET_KEYS.test(key);
        // `selectionchange` is fired only after the next paint.
        if (byKey) wasPressed.current = false;
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
