import { ALERTS, alertFailure } from '../ui/alerts.ts';
import type { DocumentTypes } from './document-kind.ts';
import type { Autosave } from './drafts/autosave.ts';
import type { EditorStore } from './use-document-editor.ts';

/** Takes the document offline as it is saved. What is in the form stays private. */
export function useUnpublish<T extends DocumentTypes>(
  { getState, dispatch }: EditorStore<T>,
  autosave: Autosave,
) {
  return async function unpublish(): Promise<void> {
    const { saving, baseline, kind } = getState();
    if (saving || !baseline.document || !kind.unpublish) return;
    dispatch({ type: 'start-save', kind: 'unpublish' });
    // A write on its way is based on the version that this replaces.
    await autosave.settle();
    try {
      const document = await kind.unpublish(baseline.document.id);
      dispatch({ type: 'unpublished', document, at: new Date() });
    } catch (error) {
      alertFailure(ALERTS.unpublish, error);
    }
    dispatch({ type: 'end-save' });
  };
}
