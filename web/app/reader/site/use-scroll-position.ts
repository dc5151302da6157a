import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The key is that of the history entry. */
const positions = new Map<string, number>();

/** Why not ScrollRestoration alone: it restores before the list is loaded, on a page that is too short. */
export function useScrollPosition(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    const position = positions.get(key);
    if (type === 'POP' && position !== undefined) window.scrollTo(0, position);
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, type]);
}
