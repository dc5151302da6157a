import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus to the new page's content after a navigation: screen readers start there. */
export function usePageFocus(): void {
  const { pathname, state } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Only the URL has changed.
    if (state?.stay) return;
    const content = document.getElementById('content');
    // The page may have focused an element itself.
    if (!content?.querySelector(':focus')) content?.focus({ preventScroll: true });
  }, [pathname, state]);
}
