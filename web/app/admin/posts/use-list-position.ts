import { useLayoutEffect } from 'react';
import { recallPosition, rememberPosition } from '../ui/dashboard-address.ts';

/** Scrolls to where the list was left, once it is there again. */
export function useListPosition(view: string, rows: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list appears
  useLayoutEffect(() => {
    const position = recallPosition(view);
    if (position) window.scrollTo(0, position.top);
  }, []);
  // Why not useEffect: it would end only after the next page has scrolled to its top.
  useLayoutEffect(() => {
    const remember = () => rememberPosition({ view, top: window.scrollY, rows });
    remember();
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [view, rows]);
}
