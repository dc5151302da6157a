import { type RefObject, useEffect } from 'react';

/** What is scrolled into view, as a field that gets the focus, stops above a bar that stays in sight. */
export function useScrollPadding(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const update = () => {
      const stays = getComputedStyle(element).position === 'sticky';
      style.scrollPaddingBottom = stays ? `${element.offsetHeight}px` : '';
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    window.addEventListener('resize', update);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', update);
      style.scrollPaddingBottom = '';
    };
  }, [bar]);
}
