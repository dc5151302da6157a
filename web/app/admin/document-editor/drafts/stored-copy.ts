import type { AnyWorkingCopy, CopyCalls } from '../../api/working-copy-calls.ts';
import { logFailure } from '../../ui/alerts.ts';
import type { DocumentKind, DocumentTypes } from '../document-kind.ts';
import { type Baseline, baselineOf, type StoredCopy } from '../editor-state.ts';

/** What is missing was added to the form later, and is as in the document. */
export function toStoredCopy<T extends DocumentTypes>(
  copy: AnyWorkingCopy,
  saved: T['form'],
): StoredCopy<T> {
  return { ...copy, form: { ...saved, ...copy.form } };
}

export async function findStoredCopy<T extends DocumentTypes>(
  { copies }: DocumentKind<T>,
  id: string,
  saved: T['form'],
  isBackground = false,
): Promise<StoredCopy<T> | null> {
  const copy = await copies.find(id, isBackground);
  return copy ? toStoredCopy<T>(copy, saved) : null;
}

/** Where the save of its document did not. */
export async function deleteStoredCopy(
  copies: CopyCalls,
  copy: AnyWorkingCopy | null,
): Promise<void> {
  if (copy) await copies.delete(copy.id, copy.version, true).catch(logFailure);
}

/** The baseline of an editor that was opened at this version. */
export async function baselineAt<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  document: T['document'],
  version: number,
): Promise<Baseline<T>> {
  if (version === document.version) return baselineOf(kind, document);
  const earlier = await kind.findVersion(document.id, version).catch(logFailure);
  const base = earlier ? kind.toForm(earlier) : null;
  return { document, version, form: base ?? kind.toForm(document), base };
}
