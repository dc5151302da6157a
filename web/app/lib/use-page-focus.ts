import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation, focus starts where the new page does: there it is read out from. */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}
