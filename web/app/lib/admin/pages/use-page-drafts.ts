import type { Page } from '@longhand/contract/pages';
import { adminApi } from '../admin-api.ts';
import { logFailure } from '../alerts.ts';
import type { StoredDraft } from '../draft-store.ts';
import { stashDraft } from '../stash-draft.ts';
import { toSlug } from '../to-slug.ts';
import { type PageDraft, pageDrafts } from './page-drafts.ts';
import { type PageForm, toPageForm } from './page-form.ts';
import { type PageBaseline, pageBaseline } from './page-state.ts';
import type { PageStore } from './use-page-editor.ts';

export type UnsavedPage = Omit<PageDraft, keyof StoredDraft>;

/** Saved over the current version, a draft of an earlier one would undo the changes since. */
async function baselineAt(page: Page, version: number): Promise<PageBaseline> {
  if (version === page.version) return pageBaseline(page);
  const earlier = await adminApi.findPageVersion(page.id, version).catch(logFailure);
  return { page, version, form: toPageForm(earlier ?? page) };
}

async function isOwnAddress({ title, slug }: PageForm): Promise<boolean> {
  return slug !== '' && slug !== (await toSlug(title));
}

/** The local drafts that are offered, and the form as another one. */
export function usePageDrafts(
  { getState, dispatch }: PageStore,
  unsaved: UnsavedPage | null,
  saveDraft: (work: UnsavedPage) => Promise<void>,
) {
  /** Stores the form as another local draft and offers it; false if that fails. */
  async function stashForm(): Promise<boolean> {
    if (!unsaved) return true;
    const draft = await stashDraft(pageDrafts.save, unsaved);
    if (!draft) return false;
    dispatch({ type: 'offer-draft', draft });
    return true;
  }

  async function discard({ key }: PageDraft): Promise<void> {
    await pageDrafts.delete(key);
    dispatch({ type: 'remove-draft', key });
  }

  async function restore({ key, form, version }: PageDraft): Promise<void> {
    if (!(await stashForm())) return;
    dispatch({ type: 'remove-draft', key });
    const { page } = getState().baseline;
    const baseline = page ? await baselineAt(page, version) : getState().baseline;
    await saveDraft({ pageId: page?.id ?? null, version: baseline.version, form });
    const isAddressEdited = page !== null || (await isOwnAddress(form));
    dispatch({ type: 'restore-draft', form, baseline, isAddressEdited });
    await pageDrafts.delete(key);
  }

  return {
    stashForm,
    discard: (draft: PageDraft) => void discard(draft).catch(console.error),
    restore: (draft: PageDraft) => void restore(draft).catch(logFailure),
  };
}
