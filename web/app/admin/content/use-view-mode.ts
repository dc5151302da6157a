import { useState, useSyncExternalStore } from 'react';

/** In the order of their buttons. */
export const VIEW_MODES = {
  visual: 'Visual',
  write: 'Write',
  both: 'Side by side',
  preview: 'Preview',
} as const;

export type ViewMode = keyof typeof VIEW_MODES;

const STORAGE_KEY = 'editor-view';

/** As in content-field.module.css. */
const ROOM_FOR_TWO = '(width >= 72rem)';

function isViewMode(value: string | null): value is ViewMode {
  return value !== null && Object.hasOwn(VIEW_MODES, value);
}

/** The view that this browser has shown last. */
export function readViewMode(): ViewMode {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isViewMode(stored) ? stored : 'write';
  } catch {
    // Storage is forbidden.
    return 'write';
  }
}

function storeViewMode(mode: ViewMode): void {
  try {
    localStorage.setItem(STORAGE_KEY, mode);
  } catch {
    // Storage is forbidden: the choice lasts until the editor is closed.
  }
}

function onRoomChange(listener: () => void): () => void {
  const query = matchMedia(ROOM_FOR_TWO);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The view of the content. This browser remembers the chosen one. */
export function useViewMode(isEmpty: boolean) {
  const hasRoom = useSyncExternalStore(onRoomChange, () => matchMedia(ROOM_FOR_TWO).matches);
  const [chosen, setChosen] = useState<ViewMode>(() => {
    const stored = readViewMode();
    // There is nothing to look at yet.
    return stored === 'preview' && isEmpty ? 'write' : stored;
  });
  return {
    mode: chosen === 'both' && !hasRoom ? 'write' : chosen,
    chooseMode(mode: ViewMode): void {
      setChosen(mode);
      storeViewMode(mode);
    },
    /** Makes the text visible, without changing what is remembered. */
    showText: () => setChosen((mode) => (mode === 'preview' ? 'write' : mode)),
  } as const;
}
