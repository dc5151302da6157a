import { isSameForm } from '../../post-form/forms.ts';
import type { DocumentKind, DocumentTypes } from '../document-kind.ts';
import { findStoredCopy } from '../working-copy.ts';
import { createDraftStore, newKey, type StoredDraft } from './draft-store.ts';

export type LocalDraft<Form> = StoredDraft & {
  /** Null if the document was never saved. */
  readonly documentId: string | null;
  readonly version: number;
  readonly form: Form;
  /** Missing in drafts that earlier versions of the software stored. */
  readonly creationKey?: string;
};

/** `idField` is the stored name of the document’s id. */
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
    /** Leaves out drafts in use in other tabs; sorted newest first. */
    async list(): Promise<LocalDraft<Form>[]> {
      return (await store.list()).map(({ [idField]: documentId = null, ...draft }) => ({
        ...draft,
        documentId,
        // Drafts from an earlier version of the software may lack a field.
        form: { ...emptyForm, ...draft.form },
      }));
    },
  };
}

export type LocalDrafts<Form extends object> = ReturnType<typeof createLocalDrafts<Form>>;

export function creationKeyOf({ creationKey }: { readonly creationKey?: string }): string {
  return creationKey ?? newKey();
}

/** Leaves out drafts that the server has: the page was closed before they were deleted. */
export async function withoutSent<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  drafts: readonly LocalDraft<T['form']>[],
  isSent: (draft: LocalDraft<T['form']>) => Promise<boolean>,
): Promise<LocalDraft<T['form']>[]> {
  const checked = await Promise.all(
    drafts.map(async (draft) => {
      const isOld = await isSent(draft).catch(() => false);
      if (isOld) void kind.drafts.delete(draft.key).catch(console.error);
      return isOld ? [] : [draft];
    }),
  );
  return checked.flat();
}

export function withoutCopied<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  drafts: readonly LocalDraft<T['form']>[],
): Promise<LocalDraft<T['form']>[]> {
  return withoutSent(kind, drafts, async ({ form, documentId, creationKey }) => {
    const id = documentId ?? creationKey;
    const isWhole = documentId === null || kind.sentIfChanged.length === 0;
    const document = isWhole ? undefined : await kind.find(documentId);
    const saved = document ? kind.toForm(document) : kind.emptyForm;
    const copy = id && (await findStoredCopy(kind, id, saved, true));
    return Boolean(copy && isSameForm(copy.form, form));
  });
}

/**
 * Deletes the working copy and local draft of a document that was never saved. The returned
 * function brings both back.
 */
export async function deleteUnsaved<T extends DocumentTypes>(
  { copies, drafts }: DocumentKind<T>,
  id: string,
): Promise<() => Promise<void>> {
  const copy = await copies.find(id);
  const kept = (await drafts.list()).filter(
    ({ documentId, creationKey }) => documentId === null && creationKey === id,
  );
  await copies.delete(id, null);
  for (const { key } of kept) await drafts.delete(key);
  return async () => {
    for (const draft of kept) await drafts.save(draft);
    if (!copy) return;
    const { base_version, form } = copy;
    await copies.save(id, { base_version, form }, { expected: null, isLeaving: false });
  };
}
