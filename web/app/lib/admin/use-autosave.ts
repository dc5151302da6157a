import { useEffect, useState } from 'react';
import { type Autosave, createAutosave } from './autosave.ts';
import type { Placeholders } from './placeholders.ts';
import type { EditorStore } from './use-editor.ts';
import { createCopyWriter } from './write-copy.ts';

/** Writes the working copy while typing and on leaving, and goes on when the connection is back. */
export function useAutosave(store: EditorStore, placeholders: Placeholders): Autosave {
  const [autosave] = useState(() => createAutosave(createCopyWriter(store, placeholders)));

  useEffect(() => {
    const retry = () => {
      if (store.getState().writeFailure) void autosave.flush();
    };
    const leave = () => {
      if (document.visibilityState === 'hidden') void autosave.flush(true);
    };
    const leavePage = () => void autosave.flush(true);
    window.addEventListener('online', retry);
    // Another tab may have logged in again.
    window.addEventListener('storage', retry);
    window.addEventListener('pagehide', leavePage);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('storage', retry);
      window.removeEventListener('pagehide', leavePage);
      document.removeEventListener('visibilitychange', leave);
      autosave.stop();
    };
  }, [autosave, store]);

  return autosave;
}
