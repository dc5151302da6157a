import { type RefObject, useEffect } from 'react';

/** Fields that are scrolled into view stop above the sticky bar. */
export function useScrollPadding(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const update = () => {
      const isSticky = getComputedStyle(element).position === 'sticky';
      style.scrollPaddingBottom = isSticky ? `${element.offsetHeight}px` : '';
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
