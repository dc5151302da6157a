import { createDraftStore, newKey, type StoredDraft } from './draft-store.ts';
import { EMPTY_FORM, type PostForm } from './post-form.ts';

/** The unsaved form of a post. */
export type LocalDraft = StoredDraft & {
  /** Null for a post that was never saved. */
  readonly postId: string | null;
  readonly version: number;
  readonly form: PostForm;
  /** Missing in drafts that earlier versions stored. */
  readonly creationKey?: string;
};

export const localDrafts = createDraftStore<LocalDraft>('longhand');

export const { save: saveLocalDraft, delete: deleteLocalDraft } = localDrafts;

export function creationKeyOf({ creationKey }: Pick<LocalDraft, 'creationKey'>): string {
  return creationKey ?? newKey();
}

/** Without those in use in other tabs, the newest first. */
export async function listLocalDrafts(): Promise<LocalDraft[]> {
  // A draft from an earlier version may lack a field.
  return (await localDrafts.list()).map((draft) => ({
    ...draft,
    form: { ...EMPTY_FORM, ...draft.form },
  }));
}
