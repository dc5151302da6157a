import type { Post } from '@longhand/contract/posts';
import { adminApi } from './admin-api.ts';
import { logFailure } from './alerts.ts';
import { type Baseline, baselineOf } from './editor-state.ts';
import {
  creationKeyOf,
  deleteLocalDraft,
  type LocalDraft,
  newKey,
  saveLocalDraft,
} from './local-drafts.ts';
import { toForm } from './post-form.ts';
import type { EditorStore } from './use-editor.ts';
import type { UnsavedWork } from './use-local-draft.ts';

const IMPOSSIBLE =
  'This browser could not put aside what is in the form, so nothing was changed. Please save it first.';

/** As if the editor had been opened when the post was in this version. */
async function baselineAt(post: Post, version: number): Promise<Baseline> {
  if (version === post.version) return baselineOf(post);
  const earlier = await adminApi.findPostVersion(post.id, version).catch(logFailure);
  const base = earlier ? toForm(earlier) : null;
  return { post, version, form: base ?? toForm(post), base };
}

/** The local drafts that are offered: restored into the form, or discarded. */
export function useLocalDraftOffer(
  { getState, dispatch }: EditorStore,
  unsaved: UnsavedWork | null,
  saveOwn: (work: UnsavedWork) => Promise<void>,
) {
  async function discard({ key }: LocalDraft): Promise<void> {
    await deleteLocalDraft(key);
    dispatch({ type: 'remove-draft', key });
  }

  /** Makes what is in the form a local draft that is offered like the others; false where it cannot be. */
  async function putAside(): Promise<boolean> {
    if (!unsaved) return true;
    const draft = { ...unsaved, key: newKey(), keptAt: Date.now() };
    try {
      await saveLocalDraft(draft);
    } catch (error) {
      console.error(error);
      window.alert(IMPOSSIBLE);
      return false;
    }
    dispatch({ type: 'offer-draft', draft });
    return true;
  }

  async function restore(draft: LocalDraft): Promise<void> {
    if (!(await putAside())) return;
    dispatch({ type: 'remove-draft', key: draft.key });
    const { post } = getState().baseline;
    const postId = post?.id ?? null;
    const form = draft.postId === postId ? draft.form : { ...draft.form, slug: '' };
    // Saved over another version than it was written on, it would undo what came in between.
    const baseline = post ? await baselineAt(post, draft.version) : getState().baseline;
    const creationKey = creationKeyOf(draft);
    await saveOwn({ postId, version: baseline.version, form, creationKey });
    dispatch({ type: 'restore-draft', form, baseline, creationKey });
    await deleteLocalDraft(draft.key);
  }

  return {
    putAside,
    discard: (draft: LocalDraft) => void discard(draft).catch(console.error),
    restore: (draft: LocalDraft) => void restore(draft).catch(logFailure),
  };
}
