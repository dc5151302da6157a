import { useEffect, useMemo, useState } from 'react';
import { createPlaceholders } from '../placeholders.ts';
import { toSlug } from '../to-slug.ts';
import { useLocalDraft } from '../use-local-draft.ts';
import { type Store, useStore } from '../use-store.ts';
import { useUnsavedWarning } from '../use-unsaved-warning.ts';
import { withoutUploads } from '../write-copy.ts';
import { pageDrafts } from './page-drafts.ts';
import type { PageForm } from './page-form.ts';
import {
  initialPageState,
  isPageUnsaved,
  type OpenedPage,
  type PageAction,
  type PageState,
  reducePage,
} from './page-state.ts';
import { usePageDrafts } from './use-page-drafts.ts';
import { usePageSave } from './use-page-save.ts';

export type PageStore = Store<PageState, PageAction>;

/** The address of a new page follows its title. */
function useDerivedAddress({ form, isAddressEdited }: PageState, { dispatch }: PageStore): void {
  const { title } = form;
  useEffect(() => {
    if (isAddressEdited) return;
    void toSlug(title).then((slug) => dispatch({ type: 'derive-address', title, slug }));
  }, [title, isAddressEdited, dispatch]);
}

export function usePageEditor(opened: OpenedPage) {
  const [state, store] = useStore(reducePage, () => initialPageState(opened));
  const { getState, dispatch } = store;
  const { form, baseline } = state;
  const [placeholders] = useState(createPlaceholders);
  useDerivedAddress(state, store);

  const work = useMemo(() => {
    if (!isPageUnsaved({ form, baseline })) return null;
    const { page, version } = baseline;
    return { pageId: page?.id ?? null, version, form: withoutUploads(form, placeholders) };
  }, [form, baseline, placeholders]);
  const localDraft = useLocalDraft(pageDrafts, work);
  useUnsavedWarning({
    isUnsent: () => isPageUnsaved(getState()),
    // It is kept in this browser while one types; only a person makes it public.
    send: () => Promise.resolve(),
    hasLocalDraft: localDraft.state !== 'failed',
  });
  const drafts = usePageDrafts(store, work, localDraft.save);
  const saves = usePageSave(store, { placeholders, deleteDraft: localDraft.delete });

  return {
    ...state,
    ...saves,
    placeholders,
    unsaved: work !== null,
    errors: state.failure?.errors ?? {},
    localDraftState: localDraft.state,
    waiting: placeholders.hasPending(form.content),
    change: (fields: Partial<PageForm>) => dispatch({ type: 'change', fields }),
    restoreDraft: drafts.restore,
    discardDraft: drafts.discard,
    /** Makes nothing public: that would be half a sentence. */
    async keep(): Promise<void> {
      if (!work) return;
      // A failure is in the state of the draft.
      await localDraft.save(work).catch(console.error);
      dispatch({ type: 'keep' });
    },
    async takeTheirs(): Promise<void> {
      if (await drafts.stashForm()) dispatch({ type: 'take-theirs' });
    },
    dismissConflict: () => dispatch({ type: 'dismiss-conflict' }),
  };
}

export type PageEditorState = ReturnType<typeof usePageEditor>;
