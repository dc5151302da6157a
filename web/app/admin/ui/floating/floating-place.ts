export type Box = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

type Size = { readonly width: number; readonly height: number };

export type Place = { readonly left: number; readonly top: number; readonly height: number };

/** The distance to the anchor and to the edges of the window. */
const GAP = 8;
/** With less space than this, it covers a part of the text. */
const LEAST_HEIGHT = 160;

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** On the wanted side of the anchor if there is space, and in the window as long as the anchor is. */
export function floatingPlace(
  anchor: Box,
  size: Size,
  { window, side }: { window: Box; side: 'above' | 'below' },
): Place {
  const above = anchor.top - window.top - 2 * GAP;
  const below = window.bottom - anchor.bottom - 2 * GAP;
  const [wanted, other] = side === 'below' ? [below, above] : [above, below];
  const isWanted = size.height <= wanted || wanted >= other;
  const isBelow = isWanted === (side === 'below');
  const height = Math.min(
    size.height,
    Math.max(LEAST_HEIGHT, isWanted ? wanted : other),
    window.bottom - window.top - 2 * GAP,
  );
  const top = isBelow ? anchor.bottom + GAP : anchor.top - GAP - height;
  const isAway = anchor.bottom < window.top || window.bottom < anchor.top;
  return {
    left: clamp(anchor.left, window.left + GAP, window.right - size.width - GAP),
    top: isAway ? top : clamp(top, window.top + GAP, window.bottom - height - GAP),
    height,
  };
}
