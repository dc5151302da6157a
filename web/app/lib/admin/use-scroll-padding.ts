import { type RefObject, useEffect } from 'react';

/** What is scrolled into view stops above a bar at the end of the window. */
export function useScrollPadding(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const update = () => {
      const covers = ['sticky', 'fixed'].includes(getComputedStyle(element).position);
      style.scrollPaddingBottom = covers ? `${element.offsetHeight}px` : '';
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
