import { logFailure } from '../../ui/alerts.ts';
import { copyId } from '../copy-writes.ts';
import type { DocumentTypes } from '../document-kind.ts';
import type { Baseline } from '../editor-state.ts';
import type { EditorStore } from '../use-document-editor.ts';
import { creationKeyOf, type LocalDraft } from './local-drafts.ts';
import { stashDraft } from './stash-draft.ts';
import { baselineAt, findStoredCopy } from './stored-copy.ts';
import type { UnsavedWork } from './use-local-draft.ts';

export function useLocalDraftOffer<T extends DocumentTypes>(
  { getState, dispatch }: EditorStore<T>,
  unsaved: UnsavedWork<T['form']> | null,
  saveDraft: (work: UnsavedWork<T['form']>) => Promise<void>,
) {
  const { kind } = getState();

  async function discard({ key }: LocalDraft<T['form']>): Promise<void> {
    await kind.drafts.delete(key);
    dispatch({ type: 'remove-draft', key });
  }

  /** Stores the form as another local draft and offers it; false if that fails. */
  async function stashForm(): Promise<boolean> {
    if (!unsaved) return true;
    const draft = await stashDraft(kind.drafts.save, unsaved);
    if (!draft) return false;
    dispatch({ type: 'offer-draft', draft });
    return true;
  }

  /** The draft may belong to another new document, which has a working copy of its own. */
  async function copyFor(baseline: Baseline<T>, creationKey: string) {
    const id = copyId({ baseline, creationKey });
    if (id === copyId(getState())) return getState().copy;
    return (await findStoredCopy(kind, id, baseline.form).catch(logFailure)) ?? null;
  }

  async function restore(draft: LocalDraft<T['form']>): Promise<void> {
    if (!(await stashForm())) return;
    dispatch({ type: 'remove-draft', key: draft.key });
    const { document } = getState().baseline;
    const documentId = document?.id ?? null;
    const form = draft.documentId === documentId ? draft.form : { ...draft.form, slug: '' };
    // Saved over the current version, the draft would undo the changes since its own.
    const baseline = document
      ? await baselineAt(kind, document, draft.version)
      : getState().baseline;
    const creationKey = creationKeyOf(draft);
    await saveDraft({ documentId, version: baseline.version, form, creationKey });
    const copy = await copyFor(getState().baseline, creationKey);
    dispatch({ type: 'restore-draft', form, baseline, creationKey, copy });
    await kind.drafts.delete(draft.key);
  }

  return {
    stashForm,
    discard: (draft: LocalDraft<T['form']>) => void discard(draft).catch(console.error),
    restore: (draft: LocalDraft<T['form']>) => void restore(draft).catch(logFailure),
  };
}
