import { useState, useSyncExternalStore } from 'react';

const subscribe = () => () => {};

function useIsHydrating(): boolean {
  let isHydrating = false;
  // React asks for the second one only while it hydrates.
  useSyncExternalStore(
    subscribe,
    () => null,
    () => {
      isHydrating = typeof document !== 'undefined';
      return null;
    },
  );
  return isHydrating;
}

/**
 * A text that is expensive to make, as the first date is: what the server has made for the same key
 * stays in the page. It needs `suppressHydrationWarning`, as React is given a blank instead.
 */
export function useServerText(key: string, makeText: () => string): string {
  const isHydrating = useIsHydrating();
  const [keyOfServer] = useState(isHydrating ? key : null);
  return key === keyOfServer ? ' ' : makeText();
}
