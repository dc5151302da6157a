import { isSameForm } from '../../post-form/forms.ts';
import type { DocumentKind, DocumentTypes } from '../document-kind.ts';
import type { LocalDraft } from './local-drafts.ts';
import { findStoredCopy } from './stored-copy.ts';

/** Without those that the server has: the page was closed before they were deleted. */
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

/** Without those that are in the working copy of their own document. */
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
