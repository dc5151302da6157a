import { type RefObject, useEffect, useRef } from 'react';

/** When what had the focus is gone because of `cause`, the focus goes to the nearest thing. */
export function useFocusFallback(nearest: RefObject<HTMLElement | null>, cause: unknown): void {
  const known = useRef(cause);
  useEffect(() => {
    if (known.current === cause) return;
    known.current = cause;
    if (document.activeElement === document.body) nearest.current?.focus({ preventScroll: true });
  }, [nearest, cause]);
}
