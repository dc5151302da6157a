import { type RefObject, useEffect, useRef } from 'react';

/** Focuses `nearest` when a change of `cause` has removed the focused element. */
export function useFocusFallback(nearest: RefObject<HTMLElement | null>, cause: unknown): void {
  const known = useRef(cause);
  useEffect(() => {
    if (known.current === cause) return;
    known.current = cause;
    if (document.activeElement === document.body) nearest.current?.focus({ preventScroll: true });
  }, [nearest, cause]);
}
