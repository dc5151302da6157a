import { createDraftStore, newKey, type StoredDraft } from './draft-store.ts';

/** The unsaved form of a post or page. */
export type LocalDraft<Form> = StoredDraft & {
  /** Null for a document that was never saved. */
  readonly documentId: string | null;
  readonly version: number;
  readonly form: Form;
  /** Missing in drafts that earlier versions stored. */
  readonly creationKey?: string;
};

/** `idField` is the name under which the document’s id is stored. */
export function createLocalDrafts<Form extends object>(
  name: string,
  idField: 'postId' | 'pageId',
  emptyForm: Form,
) {
  type Stored = Omit<LocalDraft<Form>, 'documentId'> & {
    readonly [field in typeof idField]?: string | null;
  };
  const store = createDraftStore<Stored>(name);
  return {
    save: ({ documentId, ...draft }: LocalDraft<Form>) =>
      store.save({ ...draft, [idField]: documentId }),
    delete: store.delete,
    /** Without those in use in other tabs, the newest first. */
    async list(): Promise<LocalDraft<Form>[]> {
      return (await store.list()).map(({ [idField]: documentId = null, ...draft }) => ({
        ...draft,
        documentId,
        // A draft from an earlier version may lack a field.
        form: { ...emptyForm, ...draft.form },
      }));
    },
  };
}

export type LocalDrafts<Form extends object> = ReturnType<typeof createLocalDrafts<Form>>;

export function creationKeyOf({ creationKey }: { readonly creationKey?: string }): string {
  return creationKey ?? newKey();
}
