import { AdminApiError } from '../api/request.ts';
import { ALERTS, alertFailure, logFailure } from '../ui/alerts.ts';
import type { DocumentTypes } from './document-kind.ts';
import type { Autosave } from './drafts/autosave.ts';
import type { EditorStore } from './use-document-editor.ts';
import { copyOf } from './working-copy.ts';

type Options = {
  readonly autosave: Autosave;
  /** Stores the form as a local draft. Returns false if that fails. */
  readonly storeFormAsDraft: () => Promise<boolean>;
};

/** The discarded form can be brought back while the editor is open. */
export function useDiscard<T extends DocumentTypes>(
  { getState, dispatch }: EditorStore<T>,
  { autosave, storeFormAsDraft }: Options,
) {
  const { kind } = getState();

  async function deleteCopy(): Promise<boolean> {
    const copy = copyOf(getState());
    if (!copy) return true;
    try {
      await kind.copies.delete(copy.id, copy.version);
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
    const question = baseline.document
      ? `Discard your changes? The form will show the ${kind.name} as it was saved.`
      : 'Discard this draft?';
    if (saving || !window.confirm(question)) return;
    dispatch({ type: 'start-save', kind: 'discard' });
    await autosave.settle();
    if (await deleteCopy()) {
      // The document may have been changed elsewhere.
      const saved = baseline.document && (await kind.find(baseline.document.id).catch(logFailure));
      dispatch({ type: 'discard', document: saved ?? undefined });
    }
    dispatch({ type: 'end-save' });
  }

  async function undoDiscard(): Promise<void> {
    // Something may have been typed since.
    if (!(await storeFormAsDraft())) return;
    dispatch({ type: 'undo-discard' });
    void autosave.flush();
  }

  return { discard, undoDiscard };
}
