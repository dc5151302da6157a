import { adminApi } from './admin-api.ts';
import { ALERTS, alertFailure, logFailure } from './alerts.ts';
import { AdminApiError } from './api/request.ts';
import type { Autosave } from './autosave.ts';
import { copyOf } from './editor-state.ts';
import type { EditorStore } from './use-editor.ts';

const QUESTIONS = {
  post: 'Discard your changes? The form will show the post as it was saved.',
  newPost: 'Discard what you wrote? It was never saved as a post.',
} as const;

type Options = {
  readonly autosave: Autosave;
  /** Puts the form aside; false if that fails. */
  readonly stashForm: () => Promise<boolean>;
};

/** Returns to what the post has; the discarded form can be brought back while the editor is open. */
export function useDiscard({ getState, dispatch }: EditorStore, { autosave, stashForm }: Options) {
  async function deleteCopy(): Promise<boolean> {
    const copy = copyOf(getState());
    if (!copy) return true;
    try {
      await adminApi.deleteWorkingCopy(copy.id, copy.version);
      return true;
    } catch (error) {
      // The next write finds out what another device has written.
      const isChanged = error instanceof AdminApiError && error.status === 409;
      alertFailure(isChanged ? ALERTS.discardChanged : ALERTS.discard, error);
      return false;
    }
  }

  async function discard(): Promise<void> {
    const { saving, baseline } = getState();
    if (saving || !window.confirm(baseline.post ? QUESTIONS.post : QUESTIONS.newPost)) return;
    dispatch({ type: 'start-save', kind: 'discard' });
    await autosave.settle();
    if (await deleteCopy()) {
      // It may have been changed elsewhere.
      const post = baseline.post && (await adminApi.findPost(baseline.post.id).catch(logFailure));
      dispatch({ type: 'discard', post: post ?? undefined });
    }
    dispatch({ type: 'end-save' });
  }

  async function undoDiscard(): Promise<void> {
    // Something may have been typed since.
    if (!(await stashForm())) return;
    dispatch({ type: 'undo-discard' });
    void autosave.flush();
  }

  return { discard, undoDiscard };
}
