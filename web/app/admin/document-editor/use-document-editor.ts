import { useEffect, useMemo, useState } from 'react';
import { createPlaceholders, type Placeholders } from '../content/pictures/placeholders.ts';
import { isSameForm } from '../post-form/forms.ts';
import { type Store, useStore } from '../ui/use-store.ts';
import { useUnsavedWarning } from '../ui/use-unsaved-warning.ts';
import { useCopyAddress } from './addresses.ts';
import { copyOf, nextWrite } from './copy-writes.ts';
import type { DocumentKind, DocumentTypes } from './document-kind.ts';
import { newKey } from './drafts/draft-store.ts';
import { useAutosave } from './drafts/use-autosave.ts';
import { useLocalDraft } from './drafts/use-local-draft.ts';
import { useLocalDraftOffer } from './drafts/use-local-draft-offer.ts';
import { withoutUploads } from './drafts/write-copy.ts';
import { type EditorAction, type EditorState, initialState, type Opened } from './editor-state.ts';
import { reduceEditor } from './reduce-editor.ts';
import { useDiscard } from './use-discard.ts';
import { useSave } from './use-save.ts';
import { useUnpublish } from './use-unpublish.ts';

const NOT_SENT = 'The server does not have your private changes. Leave anyway?';

export type EditorStore<T extends DocumentTypes> = Store<EditorState<T>, EditorAction<T>>;

/** Unsaved work, and whether the server does not have it yet. */
function useWork<T extends DocumentTypes>(state: EditorState<T>, placeholders: Placeholders) {
  const { form, baseline, creationKey } = state;
  const sendable = useMemo(() => withoutUploads(form, placeholders), [form, placeholders]);
  const work = useMemo(() => {
    if (isSameForm(form, baseline.form)) return null;
    const { document, version } = baseline;
    return { documentId: document?.id ?? null, version, form: sendable, creationKey };
  }, [form, sendable, baseline, creationKey]);
  return { work, isUnsent: nextWrite(state, sendable) !== null };
}

/** The editor of a post or page: its state, and everything that happens to it. */
export function useDocumentEditor<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  opened: Opened<T>,
) {
  const [state, store] = useStore(reduceEditor<T>, () => initialState(kind, opened, newKey()));
  const { getState, dispatch } = store;
  const { form, baseline, uploads, copy, conflict, saving } = state;
  const [placeholders] = useState(createPlaceholders);

  const { work, isUnsent } = useWork(state, placeholders);
  const autosave = useAutosave(store, placeholders);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them can be a change to be sent
  useEffect(() => {
    if (isUnsent) autosave.changed();
  }, [autosave, isUnsent, form, baseline, copy, conflict, saving]);
  const localDraft = useLocalDraft(kind.drafts, isUnsent ? work : null);
  const leave = useUnsavedWarning({
    question: NOT_SENT,
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
  const unpublish = useUnpublish(store, autosave);
  useCopyAddress(state);

  return {
    ...state,
    ...saves,
    ...discards,
    unpublish,
    getState,
    dispatch,
    placeholders,
    /** The working copy of what is edited now. */
    copy: copyOf(state),
    savedState: kind.savedState(baseline.document),
    unsaved: work !== null,
    isUnsent,
    isLeaving: leave.isLeaving,
    localDraftState: localDraft.state,
    errors: state.failure?.errors ?? {},
    waiting: uploads > 0 || placeholders.hasPending(form.content),
    change: (fields: Partial<T['form']>) => dispatch({ type: 'change', fields }),
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

export type DocumentEditor<T extends DocumentTypes> = ReturnType<typeof useDocumentEditor<T>>;

type Editor = DocumentEditor<DocumentTypes>;

/** What is said about saving. */
export type EditorStatus = Pick<
  Editor,
  'conflict' | 'copy' | 'failure' | 'saving' | 'savedAt' | 'unpublishedAt' | 'writeFailure'
> &
  Pick<
    Editor,
    | 'isLeaving'
    | 'isNotClosed'
    | 'isUnsent'
    | 'isWriting'
    | 'localDraftState'
    | 'savedState'
    | 'unsaved'
    | 'waiting'
  > & {
    readonly kind: Pick<DocumentKind<DocumentTypes>, 'name' | 'texts'>;
  };

/** What does not depend on the fields of the form. */
export type AnyEditor = EditorStatus &
  Pick<
    Editor,
    | 'deleted'
    | 'discard'
    | 'discarded'
    | 'keepPrivate'
    | 'openConflict'
    | 'undoDiscard'
    | 'unpublish'
  >;
