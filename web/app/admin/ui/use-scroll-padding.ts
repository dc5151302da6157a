import { type RefObject, useEffect } from 'react';

type Element = RefObject<HTMLElement | null>;

/** Calls back with the height, also with that which it has at first; returns how to stop. */
function watchHeight(element: HTMLElement, update: () => void): () => void {
  const observer = new ResizeObserver(update);
  observer.observe(element);
  window.addEventListener('resize', update);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', update);
  };
}

let measure = (): void => {};

/** For what scrolls in the same frame in which the bar moves. */
export const measureBar = (): void => measure();

/** Keeps what is scrolled into view above a bar at the bottom of the window. */
export function useScrollPadding(bar: Element): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    measure = () => {
      const covers = ['sticky', 'fixed'].includes(getComputedStyle(element).position);
      style.setProperty('--bar', covers ? `${element.offsetHeight}px` : '0px');
      // A phone's keyboard and tools, and a notice about the text, may be above the bar.
      style.scrollPaddingBottom =
        'calc(var(--bar) + var(--keyboard, 0px) + var(--tools, 0px) + var(--notice, 0px))';
    };
    const stop = watchHeight(element, measure);
    return () => {
      stop();
      measure = () => {};
      style.scrollPaddingBottom = '';
      style.removeProperty('--bar');
    };
  }, [bar]);
}

/** Keeps what is scrolled into view below the messages under the line at the top. */
export function useScrollPaddingTop(messages: Element): void {
  useEffect(() => {
    const element = messages.current;
    if (!element) return;
    const { style } = document.documentElement;
    const stop = watchHeight(element, () => {
      const covers = getComputedStyle(element).position === 'absolute';
      style.setProperty('--messages', covers ? `${element.offsetHeight}px` : '0px');
    });
    return () => {
      stop();
      style.removeProperty('--messages');
    };
  }, [messages]);
}
