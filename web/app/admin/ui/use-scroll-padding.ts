import { type RefObject, useEffect } from 'react';

type Element = RefObject<HTMLElement | null>;

/** What is scrolled into view stops above a bar at the end of the window, and what is shown above it. */
export function useScrollPadding(bar: Element, above?: Element): void {
  useEffect(() => {
    const element = bar.current;
    const messages = above?.current;
    if (!element) return;
    const { style } = document.documentElement;
    const update = () => {
      const covers = ['sticky', 'fixed'].includes(getComputedStyle(element).position);
      // A part of it may be below the window.
      const below = Math.min(0, Number.parseFloat(getComputedStyle(element).bottom) || 0);
      const height = Math.max(0, element.offsetHeight + below) + (messages?.offsetHeight ?? 0);
      style.setProperty('--bar', covers ? `${height}px` : '0px');
      // A notice about the text is above the bar.
      style.scrollPaddingBottom = 'calc(var(--bar) + var(--notice, 0px))';
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    if (messages) observer.observe(messages);
    window.addEventListener('resize', update);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', update);
      style.scrollPaddingBottom = '';
      style.removeProperty('--bar');
    };
  }, [bar, above]);
}
