import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Where one was on each entry of the history, for as long as the page lives. */
const positions = new Map<string, number>();

/**
 * Goes back to where one was when content that had to be loaded again is there: the router
 * restores the position earlier, while the page is still too short for it.
 */
export function useScrollPosition(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    const known = positions.get(key);
    if (type === 'POP' && known !== undefined) window.scrollTo(0, known);
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, type]);
}
