import type { EditorView } from '@longhand/contract/account';
import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { logFailure } from '../ui/alerts.ts';
import { readStored, store } from '../ui/browser-storage.ts';
import { visualEditorCode } from './load-visual-editor.ts';
import { type ViewChoice, viewOf, type WritingMode } from './use-view-mode.ts';

const STORAGE_KEY = 'editor-view';

/** The view that this browser has shown last: a hint which code to load, and whether two panes are wanted. */
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

/** If the account cannot be read, there is nothing to choose. */
function withoutAccount(): RememberedView {
  return { start: readLastMode() ?? 'html', isChosen: true };
}

/** The view in which the post editor opens, with its code. */
export async function loadEditorView(): Promise<RememberedView> {
  // At the same time, if it may be needed. The editor says so if it cannot be loaded.
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

/** One after the other, so that the last choice is the one that stays. */
function sendView(view: EditorView): void {
  lastSent = lastSent.then(() => adminApi.updateAccount({ editor_view: view }).catch(logFailure));
}

/** The account remembers the view, so that other devices open in it as well. */
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
