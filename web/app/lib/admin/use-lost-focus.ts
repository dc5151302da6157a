import { type RefObject, useEffect } from 'react';

/** When what had the focus is gone because of `cause`, the focus goes to the nearest thing. */
export function useLostFocus(nearest: RefObject<HTMLElement | null>, cause: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cause is what it waits for
  useEffect(() => {
    if (document.activeElement === document.body) nearest.current?.focus({ preventScroll: true });
  }, [nearest, cause]);
}
