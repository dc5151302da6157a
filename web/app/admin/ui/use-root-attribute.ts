import { useLayoutEffect } from 'react';

/**
 * Says on the root what several parts of the page look different for. A `:has()` would do without
 * it, but then each key that is typed costs the styles of the whole page.
 */
export function useRootAttribute(name: `data-${string}`, isOn: boolean): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    document.documentElement.setAttribute(name, '');
    return () => document.documentElement.removeAttribute(name);
  }, [name, isOn]);
}
