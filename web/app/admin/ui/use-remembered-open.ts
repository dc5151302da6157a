import { useState } from 'react';
import { flushSync } from 'react-dom';
import { readStored, store } from './browser-storage.ts';

/** Open at first; the browser remembers the choice. */
export function useRememberedOpen(key: string) {
  const [isOpen, setOpen] = useState(() => readStored(key) !== 'closed');
  return {
    isOpen,
    choose(next: boolean): void {
      setOpen(next);
      store(key, next ? 'open' : 'closed');
    },
    /** Synchronously, because a field is about to get the focus. This is not remembered. */
    show: () => flushSync(() => setOpen(true)),
  };
}
