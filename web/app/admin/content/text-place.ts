import { distance, type Line, scrollPageBy, scrollToLine, visibleArea } from './scroll-to-line.ts';

/** A view of the text; offsets are those of its HTML. */
export type TextView = {
  /** Scrolls by itself, or with the page. */
  readonly element: HTMLElement;
  /** Null if the caret was never in the text. */
  readonly caret: () => number | null;
  readonly setCaret: (offset: number) => void;
  readonly lineOf: (offset: number) => Line | null;
  /** The first place in sight below `top`. */
  readonly offsetBelow: (top: number) => number | null;
};

/** A line with its middle in the window. */
type ShownLine = { readonly offset: number; readonly middle: number };

export type TextPlace = {
  readonly caret: number | null;
  /** The line with the caret or, if that is out of sight, the first one in sight. */
  readonly line: ShownLine | null;
  readonly scrollY: number;
  /** Whether any part of the text was in sight. */
  readonly isTextInSight: boolean;
};

function middleOf({ top, bottom }: Line): number {
  return (top + bottom) / 2;
}

/** A picture may be higher than the window. */
function isInSight(line: Line, { top, bottom }: Line): boolean {
  const middle = middleOf(line);
  return (middle > top && middle < bottom) || (line.top <= top && line.bottom >= bottom);
}

function areaOf({ element }: TextView, covering: Element | null): Line {
  const area = visibleArea(covering);
  const { top, bottom } = element.getBoundingClientRect();
  return { top: Math.max(area.top, top), bottom: Math.min(area.bottom, bottom) };
}

/** A picture is higher than the line that stands for it in HTML. */
function middleInSight(line: Line, { top, bottom }: Line): number {
  return Math.min(bottom, Math.max(top, middleOf(line)));
}

export function firstLineInSight(view: TextView, covering: Element | null): ShownLine | null {
  const area = areaOf(view, covering);
  const offset = area.top < area.bottom ? view.offsetBelow(area.top) : null;
  const line = offset === null ? null : view.lineOf(offset);
  return offset === null || !line ? null : { offset, middle: middleInSight(line, area) };
}

export function readPlace(view: TextView, covering: Element | null): TextPlace {
  const caret = view.caret();
  const area = areaOf(view, covering);
  const line = caret === null ? null : view.lineOf(caret);
  const isShown = caret !== null && line !== null && isInSight(line, area);
  return {
    caret,
    line: isShown
      ? { offset: caret, middle: middleInSight(line, area) }
      : firstLineInSight(view, covering),
    scrollY,
    isTextInSight: area.top < area.bottom,
  };
}

/** By how much the line is below its place; null if it is not rendered. */
function distanceOf(view: TextView, { offset, middle }: ShownLine): number | null {
  const line = view.lineOf(offset);
  const by = line && Math.round(middleOf(line) - middle);
  // One pixel is rounding.
  return by !== null && Math.abs(by) <= 1 ? 0 : by;
}

/** Setting the same place would round it. */
function scrollBy(element: HTMLElement, top: number): void {
  if (top !== 0) element.scrollTop += top;
}

/** Scrolls only what scrolls by itself. */
export function alignLine(view: TextView, shown: ShownLine): void {
  scrollBy(view.element, distanceOf(view, shown) ?? 0);
  const line = view.lineOf(shown.offset);
  if (line) scrollBy(view.element, distance(line, view.element.getBoundingClientRect()));
}

/** For a view that was chosen where the text was out of sight. */
export function showStart(element: Element, covering: Element | null): void {
  scrollPageBy(Math.round(element.getBoundingClientRect().top - visibleArea(covering).top));
}

/** Shows the place that another view had; neither needs the focus. */
export function goToPlace(view: TextView, place: TextPlace, covering: Element | null): void {
  const { caret, line: shown, scrollY, isTextInSight } = place;
  // A selection that ends there stays.
  if (caret !== null && view.caret() !== caret) view.setCaret(caret);
  window.scrollTo({ top: scrollY, behavior: 'instant' });
  if (!isTextInSight) showStart(view.element, covering);
  if (!shown) return;
  alignLine(view, shown);
  const line = () => view.lineOf(shown.offset);
  const now = line();
  // What is above the text stays in sight as well.
  const isAtTop = scrollY === 0 && now && distance(now, visibleArea(covering)) === 0;
  if (!isAtTop) scrollPageBy(distanceOf(view, shown) ?? 0);
  const after = line();
  if (after) scrollToLine(after, covering);
}
