const LEAST_PX = 80;
/** The height of a line. */
const LINE_PX = 32;

/** How near the caret may come to the edges of the window: not behind the bar at its end. */
export const SCROLL_MARGINS = {
  top: LEAST_PX,
  left: LEAST_PX,
  right: LEAST_PX,
  get bottom(): number {
    const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
    return Math.max(LEAST_PX, (Number.parseFloat(scrollPaddingBottom) || 0) + LINE_PX);
  },
};
