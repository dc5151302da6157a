import { useEffect, useState } from 'react';
import type { Placeholders } from '../../content/pictures/placeholders.ts';
import type { DocumentTypes } from '../document-kind.ts';
import type { EditorStore } from '../use-document-editor.ts';
import { type Autosave, createAutosave } from './autosave.ts';
import { createCopyWriter } from './write-copy.ts';

/** Writes the working copy while typing and on leaving, and goes on when the connection is back. */
export function useAutosave<T extends DocumentTypes>(
  store: EditorStore<T>,
  placeholders: Placeholders,
): Autosave {
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
