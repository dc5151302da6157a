import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation, focus starts where the new page does: there it is read out from. */
export function usePageFocus(): void {
  const { pathname, state } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The address alone has changed.
    if (state?.stay) return;
    const content = document.getElementById('content');
    // A page that puts the cursor somewhere itself knows better.
    if (!content?.querySelector(':focus')) content?.focus({ preventScroll: true });
  }, [pathname, state]);
}
