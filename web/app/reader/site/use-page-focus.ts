import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus to the new page's content after a navigation: screen readers start there. */
export function usePageFocus(): void {
  const { pathname, search, state } = useLocation();
  // A list may have several pages under one path.
  const page = pathname + (/[?&]cursor=.*/.exec(search) ?? '');
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    // Only the URL has changed.
    if (state?.stay) return;
    const content = document.getElementById('content');
    // The page may have focused an element itself.
    if (!content?.querySelector(':focus')) content?.focus({ preventScroll: true });
  }, [page, state]);
}
