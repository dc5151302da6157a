import { useEffect, useMemo, useState } from 'react';
import { newKey } from './draft-store.ts';
import {
  copyOf,
  type EditorAction,
  type EditorState,
  initialState,
  isUnsaved,
  nextWrite,
  type Opened,
  reduceEditor,
} from './editor-state.ts';
import { localDrafts } from './local-drafts.ts';
import { createPlaceholders, type Placeholders } from './placeholders.ts';
import type { PostForm } from './post-form.ts';
import { useAutosave } from './use-autosave.ts';
import { useCopyAddress } from './use-copy-address.ts';
import { useDiscard } from './use-discard.ts';
import { useLocalDraft } from './use-local-draft.ts';
import { useLocalDraftOffer } from './use-local-draft-offer.ts';
import { useSave } from './use-save.ts';
import { type Store, useStore } from './use-store.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';
import { withoutUploads } from './write-copy.ts';

export type EditorStore = Store<EditorState, EditorAction>;

/** Unsaved work, and whether the server does not have it yet. */
function useWork(state: EditorState, placeholders: Placeholders) {
  const { form, baseline, creationKey } = state;
  const sendable = useMemo(() => withoutUploads(form, placeholders), [form, placeholders]);
  const work = useMemo(() => {
    if (!isUnsaved({ form, baseline })) return null;
    const { post, version } = baseline;
    return { postId: post?.id ?? null, version, form: sendable, creationKey };
  }, [form, sendable, baseline, creationKey]);
  return { work, isUnsent: nextWrite(state, sendable) !== null };
}

export function useEditor(opened: Opened) {
  const [state, store] = useStore(reduceEditor, () => initialState(opened, newKey()));
  const { getState, dispatch } = store;
  const { form, baseline, uploads, copy, conflict, saving } = state;
  const [placeholders] = useState(createPlaceholders);

  const { work, isUnsent } = useWork(state, placeholders);
  const autosave = useAutosave(store, placeholders);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them can be a change to be sent
  useEffect(() => {
    if (isUnsent) autosave.changed();
  }, [autosave, isUnsent, form, baseline, copy, conflict, saving]);
  const localDraft = useLocalDraft(localDrafts, isUnsent ? work : null);
  const leave = useUnsavedWarning({
    isUnsent() {
      const now = getState();
      return nextWrite(now, withoutUploads(now.form, placeholders)) !== null || now.uploads > 0;
    },
    send: () => autosave.flush(true),
    hasLocalDraft: localDraft.state !== 'failed',
  });
  const offer = useLocalDraftOffer(store, work, localDraft.save);
  const discards = useDiscard(store, { autosave, stashForm: offer.stashForm });
  const saves = useSave(store, {
    placeholders,
    autosave,
    deleteDraft: localDraft.delete,
    allowLeaving: leave.allow,
  });
  useCopyAddress(state);

  return {
    ...state,
    ...saves,
    ...discards,
    dispatch,
    placeholders,
    /** The working copy of what is edited now. */
    copy: copyOf(state),
    unsaved: work !== null,
    isUnsent,
    isLeaving: leave.isLeaving,
    localDraftState: localDraft.state,
    errors: state.failure?.errors ?? {},
    waiting: uploads > 0 || placeholders.hasPending(form.content),
    change: (fields: Partial<PostForm>) => dispatch({ type: 'change', fields }),
    restoreDraft: offer.restore,
    discardDraft: offer.discard,
    async takeTheirs(): Promise<void> {
      if (await offer.stashForm()) dispatch({ type: 'take-theirs' });
    },
    /** Saving is disabled until the upload is done. */
    async waitFor<Result>(upload: Promise<Result>): Promise<Result> {
      dispatch({ type: 'start-upload' });
      return upload.finally(() => dispatch({ type: 'end-upload' }));
    },
  };
}

export type Editor = ReturnType<typeof useEditor>;
