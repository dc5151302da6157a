import { type RefObject, useEffect, useRef } from 'react';

/** Focuses `nearest` when a change of `cause` has removed the focused element. */
export function useFocusFallback(
  nearest: RefObject<Pick<HTMLElement, 'focus'> | null>,
  cause: unknown,
): void {
  const previous = useRef(cause);
  useEffect(() => {
    if (previous.current === cause) return;
    previous.current = cause;
    if (document.activeElement === document.body) nearest.current?.focus({ preventScroll: true });
  }, [nearest, cause]);
}
