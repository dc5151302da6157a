/** Shows a part of the next line. */
const MARGIN_PX = 8;
const STEADY_CARET_HEIGHT = 0.45;

export const FOCUS_MODE = 'data-focus';

export function isFocusMode(): boolean {
  return document.documentElement.hasAttribute(FOCUS_MODE);
}

export type Line = { readonly top: number; readonly bottom: number };

export function distance(line: Line, visible: Line): number {
  const below = line.bottom + MARGIN_PX - visible.bottom;
  if (below > 0) return below;
  return Math.min(0, line.top - MARGIN_PX - visible.top);
}

/** The part of the page above a phone's keyboard. */
function shownArea(): Line {
  const { offsetTop = 0, height = innerHeight } = window.visualViewport ?? {};
  return { top: offsetTop, bottom: offsetTop + height };
}

/** `covering` is sticky at the top of the text. */
export function visibleArea(covering: Element | null): Line {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const { top, bottom } = shownArea();
  return {
    top: Math.max(
      top,
      Number.parseFloat(scrollPaddingTop) || 0,
      covering?.lastElementChild?.getBoundingClientRect().bottom ?? 0,
    ),
    bottom: Math.min(bottom, innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0)),
  };
}

export function scrollPageBy(top: number): void {
  if (top !== 0) window.scrollBy({ top, behavior: 'instant' });
}

/** Scrolls only as far as needed. */
export function scrollToLine(line: Line, covering: Element | null): void {
  scrollPageBy(distance(line, visibleArea(covering)));
}

/** Scrolls the line to where the line before it was. The bars are hidden in focus mode. */
export function scrollToSteadyLine(line: Line): void {
  const { top, bottom } = shownArea();
  scrollPageBy(
    Math.round((line.top + line.bottom) / 2 - (top + STEADY_CARET_HEIGHT * (bottom - top))),
  );
}
