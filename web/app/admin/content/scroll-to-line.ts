/** Shows a part of the next line. */
const MARGIN_PX = 8;
/** The height of the caret in the window while focus mode is on, as a part of it. */
const STEADY = 0.45;

/** The attribute of the root element in focus mode. */
export const FOCUS_MODE = 'data-focus';

export function isFocusMode(): boolean {
  return document.documentElement.hasAttribute(FOCUS_MODE);
}

export type Line = { readonly top: number; readonly bottom: number };

/** How far to scroll until the line is visible. */
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

/** The part of it between the sticky bars. */
function visibleArea(covering: Element | null): Line {
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const { top, bottom } = shownArea();
  return {
    top: Math.max(top, covering?.getBoundingClientRect().bottom ?? 0),
    bottom: Math.min(bottom, innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0)),
  };
}

function scrollBy(top: number): void {
  if (top !== 0) window.scrollBy({ top, behavior: 'instant' });
}

/** Only as far as needed. `covering` is sticky at the top of the text. */
export function scrollToLine(line: Line, covering: Element | null): void {
  scrollBy(distance(line, visibleArea(covering)));
}

/** To where the line before it was. The bars are hidden in focus mode. */
export function scrollToSteadyLine(line: Line): void {
  const { top, bottom } = shownArea();
  scrollBy(Math.round((line.top + line.bottom) / 2 - (top + STEADY * (bottom - top))));
}
