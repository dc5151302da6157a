import { isSameForm } from '../post-form/forms.ts';
import type { DocumentTypes, EditedDocument } from './document-kind.ts';
import type { EditorState, StoredCopy } from './editor-state.ts';

type Identified = {
  readonly baseline: { readonly document: EditedDocument | null };
  readonly creationKey: string;
};

/** The working copy’s id: of the document, or until there is one, the key that creates it. */
export function copyId({ baseline, creationKey }: Identified): string {
  return baseline.document?.id ?? creationKey;
}

export function copyOf<T extends DocumentTypes>(state: EditorState<T>): StoredCopy<T> | null {
  return state.copy?.id === copyId(state) ? state.copy : null;
}

/** A change of the working copy; it is deleted if `input` is null. */
export type CopyWrite<T extends DocumentTypes> = {
  readonly id: string;
  readonly input: { readonly base_version: number; readonly form: T['form'] } | null;
  /** The version that it replaces; null if there must be none. */
  readonly expected: number | null;
};

/** What is to be sent so that the server has this form; null if it has it. */
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

/** Whether the editor writes nothing by itself, because a save or a decision comes first. */
export function isWritingPaused<T extends DocumentTypes>(state: EditorState<T>): boolean {
  const { saving, conflict, deleted } = state;
  const isBusy = saving !== null && saving !== 'keep';
  return isBusy || conflict !== null || deleted !== null;
}
