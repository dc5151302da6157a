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
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, state]);
}
