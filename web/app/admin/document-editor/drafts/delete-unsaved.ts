import type { DocumentKind, DocumentTypes } from '../document-kind.ts';

/**
 * Deletes a document that was never saved: its working copy, and what this browser has kept of it.
 * The returned function brings both back.
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
