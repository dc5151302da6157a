import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type Box, floatingPlace } from './floating-place.ts';

/** Only what an on-screen keyboard and the bars at the edges of the window leave. */
function windowBox(): Box {
  const { clientWidth, clientHeight } = document.documentElement;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const {
    offsetTop = 0,
    offsetLeft = 0,
    height = clientHeight,
    width = clientWidth,
  } = window.visualViewport ?? {};
  return {
    top: Math.max(offsetTop, Number.parseFloat(scrollPaddingTop) || 0),
    left: offsetLeft,
    bottom: Math.min(
      offsetTop + height,
      clientHeight - (Number.parseFloat(scrollPaddingBottom) || 0),
    ),
    right: offsetLeft + Math.min(width, clientWidth),
  };
}

function originOf(parent: Element | null): { left: number; top: number } {
  if (!parent) return { left: 0, top: 0 };
  const { left, top } = parent.getBoundingClientRect();
  return { left: left + parent.clientLeft, top: top + parent.clientTop };
}

/** The position is relative to the positioned parent; that of a popover is relative to the window. */
export function useFloating(
  anchorOf: () => Box | null,
  side: 'above' | 'below',
): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const place = useEffectEvent(() => {
    const element = ref.current;
    const anchor = anchorOf();
    if (!element || !anchor) return;
    if (element.popover && !element.matches(':popover-open')) element.showPopover();
    const parent = element.offsetParent;
    if (!parent && !element.popover) return;
    element.style.maxHeight = '';
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const { left, top, height } = floatingPlace(anchor, size, { window: windowBox(), side });
    const origin = originOf(parent);
    const [x, y] = [left - origin.left, top - origin.top];
    // Unlike left and top, translate causes no layout of other elements.
    element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
    element.style.maxHeight = `${height}px`;
  });
  useLayoutEffect(() => place());
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('resize', () => place(), { signal });
    window.visualViewport?.addEventListener('resize', () => place(), { signal });
    // A popover does not scroll with its field.
    const onScroll = () => ref.current?.popover && place();
    window.addEventListener('scroll', onScroll, { signal, capture: true, passive: true });
    return () => stop.abort();
  }, []);
  return ref;
}
