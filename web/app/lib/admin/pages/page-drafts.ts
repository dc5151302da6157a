import { createDraftStore, type StoredDraft } from '../draft-store.ts';
import { EMPTY_PAGE, isSamePageForm, type PageForm } from './page-form.ts';

/** The unsaved form of a page. */
export type PageDraft = StoredDraft & {
  /** Null for a page that was never saved. */
  readonly pageId: string | null;
  readonly version: number;
  readonly form: PageForm;
};

export const pageDrafts = createDraftStore<PageDraft>('longhand-pages');

/** Without those that say the same as the saved page: the tab was closed before they were deleted. */
export async function listPageDrafts(
  isWanted: (draft: PageDraft) => boolean,
  saved?: PageForm,
): Promise<PageDraft[]> {
  const drafts = (await pageDrafts.list())
    .filter(isWanted)
    // A draft from an earlier version may lack a field.
    .map((draft) => ({ ...draft, form: { ...EMPTY_PAGE, ...draft.form } }));
  const isSaved = ({ form }: PageDraft) => saved !== undefined && isSamePageForm(form, saved);
  for (const { key } of drafts.filter(isSaved)) void pageDrafts.delete(key).catch(console.error);
  return drafts.filter((draft) => !isSaved(draft));
}
