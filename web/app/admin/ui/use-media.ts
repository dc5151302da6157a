import { useSyncExternalStore } from 'react';

/** The same widths as in the stylesheets. */
export const IS_PHONE = '(width < 48rem)';
export const HAS_ROOM_FOR_TWO = '(width >= 72rem)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
