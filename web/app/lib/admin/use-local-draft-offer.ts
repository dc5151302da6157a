import { logFailure } from './alerts.ts';
import { copyId, type EditorState } from './editor-state.ts';
import {
  creationKeyOf,
  deleteLocalDraft,
  type LocalDraft,
  saveLocalDraft,
} from './local-drafts.ts';
import { stashDraft } from './stash-draft.ts';
import { baselineAt, findStoredCopy } from './stored-copy.ts';
import type { EditorStore } from './use-editor.ts';
import type { UnsavedWork } from './use-local-draft.ts';

export function useLocalDraftOffer(
  { getState, dispatch }: EditorStore,
  unsaved: UnsavedWork | null,
  saveDraft: (work: UnsavedWork) => Promise<void>,
) {
  async function discard({ key }: LocalDraft): Promise<void> {
    await deleteLocalDraft(key);
    dispatch({ type: 'remove-draft', key });
  }

  /** Stores the form as another local draft and offers it; false if that fails. */
  async function stashForm(): Promise<boolean> {
    if (!unsaved) return true;
    const draft = await stashDraft(saveLocalDraft, unsaved);
    if (!draft) return false;
    dispatch({ type: 'offer-draft', draft });
    return true;
  }

  /** The draft may belong to another new post, which has a working copy of its own. */
  async function copyFor({ baseline }: EditorState, creationKey: string) {
    const id = copyId({ baseline, creationKey });
    if (id === copyId(getState())) return getState().copy;
    return (await findStoredCopy(id, baseline.form).catch(logFailure)) ?? null;
  }

  async function restore(draft: LocalDraft): Promise<void> {
    if (!(await stashForm())) return;
    dispatch({ type: 'remove-draft', key: draft.key });
    const { post } = getState().baseline;
    const postId = post?.id ?? null;
    const form = draft.postId === postId ? draft.form : { ...draft.form, slug: '' };
    // Saved over the current version, the draft would undo the changes since its own.
    const baseline = post ? await baselineAt(post, draft.version) : getState().baseline;
    const creationKey = creationKeyOf(draft);
    await saveDraft({ postId, version: baseline.version, form, creationKey });
    const copy = await copyFor(getState(), creationKey);
    dispatch({ type: 'restore-draft', form, baseline, creationKey, copy });
    await deleteLocalDraft(draft.key);
  }

  return {
    stashForm,
    discard: (draft: LocalDraft) => void discard(draft).catch(console.error),
    restore: (draft: LocalDraft) => void restore(draft).catch(logFailure),
  };
}
