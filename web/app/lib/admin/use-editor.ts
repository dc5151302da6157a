import type { Post } from '@longhand/contract/posts';
import { useMemo, useState } from 'react';
import { isUnsaved } from './editor-state.ts';
import type { LocalDraft } from './local-drafts.ts';
import { createPlaceholders } from './placeholders.ts';
import type { PostForm } from './post-form.ts';
import { useEditorState } from './use-editor-state.ts';
import { useLeaveQuestion } from './use-leave-question.ts';
import { useLocalDraft } from './use-local-draft.ts';
import { useLocalDraftOffer } from './use-local-draft-offer.ts';
import { useSave } from './use-save.ts';

/** A post while it is written: its state, and what can be done to it. */
export function useEditor(post: Post | null, drafts: readonly LocalDraft[]) {
  const [state, store] = useEditorState(post, drafts);
  const { dispatch } = store;
  const { form, baseline, creationKey, uploads } = state;
  /** What stands in the content for pictures that have not arrived. */
  const [placeholders] = useState(createPlaceholders);

  const unsaved = isUnsaved(state);
  const work = useMemo(() => {
    if (!isUnsaved({ form, baseline })) return null;
    const content = placeholders.without(form.content);
    const { post, version } = baseline;
    return { postId: post?.id ?? null, version, form: { ...form, content }, creationKey };
  }, [form, baseline, creationKey, placeholders]);
  const localDraft = useLocalDraft(work);
  const leave = useLeaveQuestion(unsaved || uploads > 0, localDraft.state !== 'impossible');
  const offer = useLocalDraftOffer(store, work, localDraft.save);
  const saving = useSave(store, {
    placeholders,
    deleteDraft: localDraft.delete,
    allowLeaving: leave.allow,
  });

  return {
    ...state,
    ...saving,
    dispatch,
    placeholders,
    unsaved,
    localDraftState: localDraft.state,
    errors: state.failure?.errors ?? {},
    waiting: uploads > 0 || placeholders.areIn(form.content),
    change: (fields: Partial<PostForm>) => dispatch({ type: 'change', fields }),
    restoreDraft: offer.restore,
    discardDraft: offer.discard,
    async takeTheirs(): Promise<void> {
      if (await offer.putAside()) dispatch({ type: 'take-theirs' });
    },
    /** Nothing is saved until it is done: a picture that is on its way belongs to the post. */
    async waitFor<Result>(upload: Promise<Result>): Promise<Result> {
      dispatch({ type: 'start-upload' });
      return upload.finally(() => dispatch({ type: 'end-upload' }));
    },
  };
}

export type Editor = ReturnType<typeof useEditor>;
