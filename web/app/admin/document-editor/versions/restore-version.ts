import { isSameForm } from '../../post-form/forms.ts';
import type { DocumentKind, DocumentTypes } from '../document-kind.ts';
import { newKey } from '../drafts/draft-store.ts';
import { baselineOf, type StoredCopy } from '../editor-state.ts';
import { copyInput, findStoredCopy } from '../working-copy.ts';

/** Stores the private changes as a local draft, which the editor offers. False if the person refuses. */
async function keepReplaced<T extends DocumentTypes>(
  { name, drafts }: DocumentKind<T>,
  id: string,
  { base_version, form }: StoredCopy<T>,
): Promise<boolean> {
  const question = `This ${name} has changes that are not saved yet. Replace them with this version? The editor will offer them again in this browser.`;
  if (!window.confirm(question)) return false;
  const key = newKey();
  const draft = { documentId: id, version: base_version, form, creationKey: newKey() };
  await drafts.save({ ...draft, key, keptAt: Date.now() });
  return true;
}

/** `restoredVersion` is there if the working copy is that version now, of which the editor tells. */
type RestoredState = { readonly restoredVersion?: number };

/**
 * A draft is saved; what readers see, or will see at its time, gets a working copy and stays as it is. Returns the state
 * of the navigation to the editor; null if the person refuses.
 */
export async function restoreVersion<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  document: T['document'],
  { version, form: restored }: { readonly version: number; readonly form: T['form'] },
): Promise<RestoredState | null> {
  const { id } = document;
  const now = kind.toForm(document);
  const copy = await findStoredCopy(kind, id, now);
  const isReplacing = copy !== null && !isSameForm(copy.form, now);
  if (isReplacing && !(await keepReplaced(kind, id, copy))) return null;
  if (kind.savedState(document) === 'draft') {
    const sources = { creationKey: newKey(), copy };
    const sent = await kind.send(restored, baselineOf(kind, document), sources);
    if ('error' in sent) throw sent.error;
    return {};
  }
  const input = copyInput(kind, { base_version: document.version, form: restored }, now);
  await kind.copies.save(id, input, { expected: copy?.version ?? null, isLeaving: false });
  return { restoredVersion: version };
}

/** The state of a navigation may be anything. */
export function restoredNotice(state: unknown): string | undefined {
  const { restoredVersion } = (state ?? {}) as RestoredState;
  if (typeof restoredVersion !== 'number') return undefined;
  return `Version ${restoredVersion} was restored as private changes. What readers see has not changed.`;
}
