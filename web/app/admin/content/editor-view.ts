import type { EditorView } from '@longhand/contract/account';
import type { FieldErrors } from '@longhand/contract/problems';
import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { logFailure } from '../ui/alerts.ts';
import { readStored, store } from '../ui/browser-storage.ts';
import { HAS_ROOM_FOR_TWO, useMedia } from '../ui/use-media.ts';
import type { Placeholders } from './pictures/placeholders.ts';
import type VisualEditor from './visual/visual-editor.tsx';

/** The part of an editor that the content field needs, for posts and pages. */
export type ContentEditor = {
  readonly form: { readonly content: string; readonly language?: string };
  readonly errors: FieldErrors;
  readonly change: (fields: { readonly content: string }) => void;
  readonly placeholders: Placeholders;
  /** Saving is disabled until the upload is done. */
  readonly waitFor: <Result>(upload: Promise<Result>) => Promise<Result>;
};

export const VIEW_MODES = {
  visual: 'Visual',
  html: 'HTML',
  both: 'Side by side',
  preview: 'Preview',
} as const;

export type ViewMode = keyof typeof VIEW_MODES;

type WritingMode = Exclude<ViewMode, 'preview'>;

function viewOf(mode: WritingMode): EditorView {
  return mode === 'visual' ? 'visual' : 'html';
}

export type ViewChoice = {
  readonly start: WritingMode;
  /** The text has the focus when the editor opens. */
  readonly hasFocus?: boolean;
  readonly remember?: (mode: WritingMode) => void;
};

/** A preview is only looked at, so it is not remembered. */
export function useViewMode({ start, remember }: ViewChoice) {
  const hasRoom = useMedia(HAS_ROOM_FOR_TWO);
  const [chosen, setChosen] = useState(start);
  const [isPreview, setPreview] = useState(false);
  const writingMode = chosen === 'both' && !hasRoom ? 'html' : chosen;
  return {
    mode: isPreview ? 'preview' : writingMode,
    /** The view that a preview hides. */
    writingMode,
    chooseMode(mode: ViewMode): void {
      setPreview(mode === 'preview');
      // A preview instead of two panes leaves the text behind it.
      const next = mode === 'preview' && chosen === 'both' && hasRoom ? 'html' : mode;
      if (next === 'preview') return;
      setChosen(next);
      remember?.(next);
    },
    showText: () => setPreview(false),
  } as const;
}

export type VisualEditorComponent = typeof VisualEditor;

let loaded: VisualEditorComponent | null = null;

/** An object so that a test can slow it down. */
export const visualEditorCode = {
  /** If it was loaded before, the visual editor is shown at once. */
  loaded: () => loaded,
  async load(): Promise<VisualEditorComponent> {
    ({ default: loaded } = await import('./visual/visual-editor.tsx'));
    return loaded;
  },
};

const STORAGE_KEY = 'editor-view';

/** The last view of this browser tells which code to load, and whether two panes are wanted. */
function readLastMode(): WritingMode | null {
  const stored = readStored(STORAGE_KEY);
  return stored === 'visual' || stored === 'html' || stored === 'both' ? stored : null;
}

export type RememberedView = { readonly start: WritingMode; readonly isChosen: boolean };

function toRemembered(view: EditorView | null): RememberedView {
  const last = readLastMode();
  const isSame = last !== null && viewOf(last) === view;
  return { start: isSame ? last : (view ?? 'html'), isChosen: view !== null };
}

/** If the account cannot be read, the choice is not offered. */
function withoutAccount(): RememberedView {
  return { start: readLastMode() ?? 'html', isChosen: true };
}

export async function loadEditorView(): Promise<RememberedView> {
  // Loads in parallel if the code may be needed. The editor shows a message if loading fails.
  const load = () => visualEditorCode.load().catch(console.warn);
  const code = viewOf(readLastMode() ?? 'visual') === 'visual' ? load() : undefined;
  const view = await adminApi.findAccountQuietly().then(
    ({ editor_view }) => toRemembered(editor_view),
    // Also if the session is over: a new post is shown as long as there is a token.
    (error) => {
      logFailure(error);
      return withoutAccount();
    },
  );
  if (view.start === 'visual') await (code ?? load());
  return view;
}

let lastSent: Promise<unknown> = Promise.resolve();

/** Sent one after the other, so that the last choice stays. */
function sendView(view: EditorView): void {
  lastSent = lastSent.then(() => adminApi.updateAccount({ editor_view: view }).catch(logFailure));
}

/** The account remembers the view so that other devices open in it as well. */
export function useRememberedView(opened: RememberedView): ViewChoice & { isChosen: boolean } {
  const [isChosen, setChosen] = useState(opened.isChosen);
  const [view, setView] = useState(viewOf(opened.start));
  return {
    start: opened.start,
    isChosen,
    remember(mode) {
      const next = viewOf(mode);
      store(STORAGE_KEY, mode);
      if (!isChosen || next !== view) sendView(next);
      setChosen(true);
      setView(next);
    },
  };
}
