import { useEffect, useMemo, useState } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { createPlaceholders, type Placeholders } from '../content/pictures/placeholders.ts';
import { isSameForm } from '../post-form/forms.ts';
import { ALERTS, alertFailure } from '../ui/alerts.ts';
import { useClock } from '../ui/use-clock.ts';
import { type Store, useStore } from '../ui/use-store.ts';
import { useUnsavedWarning } from '../ui/use-unsaved-warning.ts';
import { useCopyAddress } from './addresses.ts';
import type { DocumentKind, DocumentTypes } from './document-kind.ts';
import { type Autosave, useAutosave } from './drafts/autosave.ts';
import { newKey } from './drafts/draft-store.ts';
import { useLocalDraft, useLocalDraftOffer } from './drafts/use-local-draft.ts';
import { withoutUploads } from './drafts/write-copy.ts';
import {
  baselineOf,
  type EditorAction,
  type EditorState,
  initialState,
  type Opened,
} from './editor-state.ts';
import { reduceEditor } from './reduce-editor.ts';
import { useDiscard } from './use-discard.ts';
import { useSave } from './use-save.ts';
import { copyOf, nextWrite } from './working-copy.ts';

/** Takes the saved document offline, or ends its schedule. Changes in the form stay private. */
function useUnpublish<T extends DocumentTypes>(
  { getState, dispatch }: EditorStore<T>,
  autosave: Autosave,
) {
  return async function unpublish(): Promise<void> {
    const { saving, baseline, kind } = getState();
    if (saving || !baseline.document || !kind.unpublish) return;
    const wasScheduled = kind.savedState(baseline.document) === 'scheduled';
    dispatch({ type: 'start-save', kind: 'unpublish' });
    // A running write is based on the version that this replaces.
    await autosave.settle();
    try {
      const document = await kind.unpublish(baseline.document.id);
      dispatch({ type: 'unpublished', document });
    } catch (error) {
      alertFailure(wasScheduled ? ALERTS.unschedule : ALERTS.unpublish, error);
    }
    dispatch({ type: 'end-save' });
  };
}

const NOT_SENT = 'The server does not have your latest changes. Leave anyway?';

export type EditorStore<T extends DocumentTypes> = Store<EditorState<T>, EditorAction<T>>;

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

export function useDocumentEditor<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  opened: Opened<T>,
) {
  const [state, store] = useStore(reduceEditor<T>, () => initialState(kind, opened, newKey()));
  const { getState, dispatch } = store;
  const { form, baseline, uploads, copy, conflict, deleted, saving } = state;
  const { timeZone } = useSite();
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
  const discards = useDiscard(store, { autosave, storeFormAsDraft: offer.storeFormAsDraft });
  const saves = useSave(store, {
    placeholders,
    autosave,
    deleteDraft: localDraft.delete,
    allowLeaving: leave.allow,
  });
  const unpublish = useUnpublish(store, autosave);
  useCopyAddress(state);
  const publishAt = kind.publishAt?.(baseline.document) ?? '';
  // Renders again when a scheduled document becomes public.
  useClock([publishAt]);

  return {
    ...state,
    ...saves,
    ...discards,
    unpublish,
    getState,
    dispatch,
    placeholders,
    /** Null if the stored copy belongs to another document. */
    copy: copyOf(state),
    /** Of saving the merged version, and a deleted document anew. */
    mergeEffect: conflict?.kind && kind.effects(state, timeZone)[conflict.kind],
    newEffect:
      deleted &&
      kind.effects({ form, conflict: null, baseline: baselineOf(kind, null) }, timeZone)[deleted],
    savedState: kind.savedState(baseline.document),
    publishAt,
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
      if (await offer.storeFormAsDraft()) dispatch({ type: 'take-theirs' });
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

export type EditorStatus = Pick<
  Editor,
  'conflict' | 'copy' | 'failure' | 'saving' | 'savedAt' | 'writeFailure'
> &
  Pick<
    Editor,
    | 'isLeaving'
    | 'isNotClosed'
    | 'isUnsent'
    | 'localDraftState'
    | 'publishAt'
    | 'savedState'
    | 'unsaved'
    | 'waiting'
  > & {
    readonly kind: Pick<DocumentKind<DocumentTypes>, 'name' | 'texts' | 'unpublish'>;
  };

/** The part that does not depend on the fields of the form. */
export type AnyEditor = EditorStatus &
  Pick<
    Editor,
    | 'deleted'
    | 'discard'
    | 'discarded'
    | 'keepPrivate'
    | 'newEffect'
    | 'openConflict'
    | 'undoDiscard'
    | 'unpublish'
  >;
