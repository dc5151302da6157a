import type { EditorView } from '@longhand/contract/account';
import { useState, useSyncExternalStore } from 'react';

/** In the order of their buttons. */
export const VIEW_MODES = {
  visual: 'Visual',
  html: 'HTML',
  both: 'Side by side',
  preview: 'Preview',
} as const;

export type ViewMode = keyof typeof VIEW_MODES;

/** A view that can be written in. */
export type WritingMode = Exclude<ViewMode, 'preview'>;

export function viewOf(mode: WritingMode): EditorView {
  return mode === 'visual' ? 'visual' : 'html';
}

/** As in content-field.module.css. */
const ROOM_FOR_TWO = '(width >= 72rem)';

function onRoomChange(listener: () => void): () => void {
  const query = matchMedia(ROOM_FOR_TWO);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export type ViewChoice = {
  /** The view that is shown first. */
  readonly start: WritingMode;
  readonly remember?: (mode: WritingMode) => void;
};

/** The view of the content. A preview is only looked at, so it is not remembered. */
export function useViewMode({ start, remember }: ViewChoice) {
  const hasRoom = useSyncExternalStore(onRoomChange, () => matchMedia(ROOM_FOR_TWO).matches);
  const [chosen, setChosen] = useState(start);
  const [isPreview, setPreview] = useState(false);
  const writingMode = chosen === 'both' && !hasRoom ? 'html' : chosen;
  return {
    mode: isPreview ? 'preview' : writingMode,
    /** The one that a preview hides. */
    writingMode,
    chooseMode(mode: ViewMode): void {
      setPreview(mode === 'preview');
      if (mode === 'preview') return;
      setChosen(mode);
      remember?.(mode);
    },
    showText: () => setPreview(false),
  } as const;
}
