import { SessionOverError } from '../api/request.ts';
import type { AnyWorkingCopy } from '../api/working-copy-calls.ts';
import { isSameForm } from '../post-form/forms.ts';
import { isDocumentId } from './addresses.ts';
import type { DocumentKind, DocumentTypes } from './document-kind.ts';
import { type LocalDraft, withoutCopied, withoutSent } from './drafts/local-drafts.ts';
import { baselineOf, type Opened } from './editor-state.ts';
import { baselineAt, findStoredCopy, reopen, toStoredCopy } from './working-copy.ts';

export type NotOpened<T extends DocumentTypes> = {
  readonly problem: 'not-found' | 'failed';
  readonly localDrafts: readonly LocalDraft<T['form']>[];
};

export type OpenedOrNot<T extends DocumentTypes> =
  | { readonly opened: Opened<T>; readonly notice?: string }
  | NotOpened<T>;

async function listDrafts<T extends DocumentTypes>(
  { drafts }: DocumentKind<T>,
  isWanted: (draft: LocalDraft<T['form']>) => boolean,
) {
  return (await drafts.list()).filter(isWanted);
}

/** Offers the local drafts of new documents, and the one with this key. */
async function openNew<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  copyId: string | null,
  key: string | null,
): Promise<OpenedOrNot<T>> {
  const isWanted = (draft: LocalDraft<T['form']>) => draft.documentId === null || draft.key === key;
  const localDrafts = await withoutCopied(kind, await listDrafts(kind, isWanted));
  const copy = copyId === null ? null : await findStoredCopy(kind, copyId, kind.emptyForm);
  const opened = { baseline: baselineOf(kind, null), copy, localDrafts };
  const isGone = copyId !== null && !copy;
  if (!isGone || localDrafts.some(({ creationKey }) => creationKey === copyId)) return { opened };
  const { name } = kind;
  const notice = `The draft at this address no longer exists: it was saved as a ${name}, or discarded. This is a new ${name}.`;
  return { opened, notice };
}

/** If the document has changed since, the working copy is based on an earlier version. */
async function withCopy<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  document: T['document'],
  found: AnyWorkingCopy | undefined,
): Promise<Pick<Opened<T>, 'baseline' | 'copy'>> {
  const saved = baselineOf(kind, document);
  if (!found) return { baseline: saved, copy: null };
  const stored = toStoredCopy<T>(found, saved.form);
  const baseline = await baselineAt(kind, document, stored.base_version);
  const copy = { ...stored, form: reopen(kind, stored.form, baseline) };
  const isChanged = [saved, baseline].every(({ form }) => !isSameForm(copy.form, form));
  // A working copy without changes is shown as the document, and the editor deletes it.
  return isChanged ? { baseline, copy } : { baseline: saved, copy: { ...copy, form: saved.form } };
}

async function openSaved<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  id: string,
): Promise<OpenedOrNot<T>> {
  const [document, copy, drafts] = await Promise.all([
    kind.find(id),
    isDocumentId(id) ? kind.copies.find(id) : undefined,
    listDrafts(kind, ({ documentId }) => documentId === id),
  ]);
  if (!document) return { problem: 'not-found', localDrafts: drafts };
  const opened = await withCopy(kind, document, copy);
  const known = [kind.toForm(document), opened.copy?.form];
  const localDrafts = await withoutSent(kind, drafts, async ({ form }) =>
    known.some((sent) => sent && isSameForm(reopen(kind, form, opened.baseline), sent)),
  );
  return { opened: { ...opened, localDrafts } };
}

export async function openDocument<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  id: string | undefined,
  search: URLSearchParams,
): Promise<OpenedOrNot<T>> {
  try {
    return await (id ? openSaved(kind, id) : openNew(kind, search.get('copy'), search.get('kept')));
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    const problem = id && !isDocumentId(id) ? 'not-found' : 'failed';
    const isWanted = ({ documentId }: LocalDraft<T['form']>) => documentId === (id ?? null);
    return { problem, localDrafts: await listDrafts(kind, isWanted) };
  }
}
