import type { AnyWorkingCopy, CopyCalls } from '../api/working-copy-calls.ts';
import { isSameForm } from '../post-form/forms.ts';
import { logFailure } from '../ui/alerts.ts';
import type { DocumentKind, DocumentTypes, EditedDocument } from './document-kind.ts';
import { type Baseline, baselineOf, type EditorState, type StoredCopy } from './editor-state.ts';

type Identified = {
  readonly baseline: { readonly document: EditedDocument | null };
  readonly creationKey: string;
};

/** The id of the document, or of a new one, the key that will create it. */
export function copyId({ baseline, creationKey }: Identified): string {
  return baseline.document?.id ?? creationKey;
}

export function copyOf<T extends DocumentTypes>(state: EditorState<T>): StoredCopy<T> | null {
  return state.copy?.id === copyId(state) ? state.copy : null;
}

/** A null `input` deletes the working copy. */
export type CopyWrite<T extends DocumentTypes> = {
  readonly id: string;
  readonly input: { readonly base_version: number; readonly form: T['form'] } | null;
  /** The version to replace; null if there must be none. */
  readonly expected: number | null;
};

/** Null if the server already has this form. */
export function nextWrite<T extends DocumentTypes>(
  state: EditorState<T>,
  form: T['form'],
): CopyWrite<T> | null {
  const { baseline } = state;
  const id = copyId(state);
  const copy = copyOf(state);
  const expected = copy?.version ?? null;
  if (isSameForm(form, baseline.form)) return copy && { id, input: null, expected };
  const base_version = baseline.version;
  if (copy?.base_version === base_version && isSameForm(copy.form, form)) return null;
  return { id, input: { base_version, form }, expected };
}

/** What is sent to the server as a working copy. `saved` is the form of the document. */
export function copyInput<T extends DocumentTypes>(
  { sentIfChanged }: DocumentKind<T>,
  { base_version, form }: { readonly base_version: number; readonly form: T['form'] },
  saved: T['form'],
) {
  const sent = { ...form };
  for (const field of sentIfChanged) if (sent[field] === saved[field]) delete sent[field];
  return { base_version, form: sent };
}

/** True while a save or a decision must come before autosave. */
export function isWritingPaused<T extends DocumentTypes>(state: EditorState<T>): boolean {
  const { saving, conflict, deleted } = state;
  const isBusy = saving !== null && saving !== 'keep';
  return isBusy || conflict !== null || deleted !== null;
}

/** Fields that were added to the form later are taken from the document. */
export function toStoredCopy<T extends DocumentTypes>(
  copy: AnyWorkingCopy,
  saved: T['form'],
): StoredCopy<T> {
  return { ...copy, form: { ...saved, ...copy.form } };
}

export function reopen<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  form: T['form'],
  baseline: Baseline<T>,
): T['form'] {
  return kind.reopen?.(form, baseline) ?? form;
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

/** For saves that do not delete the working copy themselves. */
export async function deleteStoredCopy(
  copies: CopyCalls,
  copy: AnyWorkingCopy | null,
): Promise<void> {
  if (copy) await copies.delete(copy.id, copy.version, true).catch(logFailure);
}

/** `base` is null if the version cannot be loaded. */
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
