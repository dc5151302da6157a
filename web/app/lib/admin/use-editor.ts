import type { Post } from '@longhand/contract/posts';
import { useMemo, useRef, useState } from 'react';
import {
  type EditorAction,
  type EditorState,
  initialState,
  isUnsaved,
  reduceEditor,
} from './editor-state.ts';
import { type LocalDraft, newKey } from './local-drafts.ts';
import { createPlaceholders } from './placeholders.ts';
import type { PostForm } from './post-form.ts';
import { useLocalDraft } from './use-local-draft.ts';
import { useLocalDraftOffer } from './use-local-draft-offer.ts';
import { useSave } from './use-save.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

export type EditorStore = {
  /** The current state; the rendered one may be older. */
  readonly getState: () => EditorState;
  readonly dispatch: (action: EditorAction) => void;
};

/** Like useReducer, but the state can be read between two renders. */
function useEditorState(
  post: Post | null,
  drafts: readonly LocalDraft[],
): readonly [EditorState, EditorStore] {
  const [state, setState] = useState(() => initialState(post, drafts, newKey()));
  const latest = useRef(state);
  const [store] = useState<EditorStore>(() => ({
    getState: () => latest.current,
    dispatch(action) {
      latest.current = reduceEditor(latest.current, action);
      setState(latest.current);
    },
  }));
  return [state, store];
}

export function useEditor(post: Post | null, drafts: readonly LocalDraft[]) {
  const [state, store] = useEditorState(post, drafts);
  const { dispatch } = store;
  const { form, baseline, creationKey, uploads } = state;
  const [placeholders] = useState(createPlaceholders);

  const unsaved = isUnsaved(state);
  const work = useMemo(() => {
    if (!isUnsaved({ form, baseline })) return null;
    const content = placeholders.removePending(form.content);
    const { post, version } = baseline;
    return { postId: post?.id ?? null, version, form: { ...form, content }, creationKey };
  }, [form, baseline, creationKey, placeholders]);
  const localDraft = useLocalDraft(work);
  const leave = useUnsavedWarning(unsaved || uploads > 0, localDraft.state !== 'failed');
  const offer = useLocalDraftOffer(store, work, localDraft.save);
  const saves = useSave(store, {
    placeholders,
    deleteDraft: localDraft.delete,
    allowLeaving: leave.allow,
  });

  return {
    ...state,
    ...saves,
    dispatch,
    placeholders,
    unsaved,
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
