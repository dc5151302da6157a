import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type Box, floatingPlace } from './floating-place.ts';

/** The part that is seen: a keyboard on the screen covers the rest. */
function windowBox(): Box {
  const { clientWidth, clientHeight } = document.documentElement;
  const { visualViewport: seen } = window;
  if (!seen) return { top: 0, left: 0, bottom: clientHeight, right: clientWidth };
  const { offsetTop: top, offsetLeft: left, height, width } = seen;
  return { top, left, bottom: top + height, right: left + Math.min(width, clientWidth) };
}

/** Places an element beside a part of the text, in its positioned parent. */
export function useFloating(
  anchorOf: () => Box | null,
  side: 'above' | 'below',
): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const place = useEffectEvent(() => {
    const element = ref.current;
    const parent = element?.offsetParent;
    const anchor = anchorOf();
    if (!element || !parent || !anchor) return;
    element.style.maxHeight = '';
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const { left, top, height } = floatingPlace(anchor, size, { window: windowBox(), side });
    const origin = parent.getBoundingClientRect();
    const [x, y] = [left - origin.left - parent.clientLeft, top - origin.top - parent.clientTop];
    // Unlike left and top, this moves nothing else.
    element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
    element.style.maxHeight = `${height}px`;
  });
  useLayoutEffect(() => place());
  useEffect(() => {
    const listener = () => place();
    window.addEventListener('resize', listener);
    window.visualViewport?.addEventListener('resize', listener);
    return () => {
      window.removeEventListener('resize', listener);
      window.visualViewport?.removeEventListener('resize', listener);
    };
  }, []);
  return ref;
}
