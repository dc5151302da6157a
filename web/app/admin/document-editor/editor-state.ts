import type { AnyWorkingCopy } from '../api/working-copy-calls.ts';
import type { DocumentKind, DocumentTypes } from './document-kind.ts';
import type { LocalDraft } from './drafts/local-drafts.ts';
import type { Choices, FieldOfForm, Versions } from './merge-forms.ts';
import type { SaveFailure, WriteFailure } from './save-failure.ts';

/** ‘Publish’ is for posts only. */
export type SaveKind = 'save' | 'publish';

type Busy = SaveKind | 'discard' | 'keep' | 'unpublish';

/** The form is compared with the baseline, and saved over it. */
export type Baseline<T extends DocumentTypes> = {
  readonly document: T['document'] | null;
  readonly version: number;
  readonly form: T['form'];
  /** The form of `version`; null if it could not be loaded. */
  readonly base: T['form'] | null;
};

export type StoredCopy<T extends DocumentTypes> = AnyWorkingCopy & { readonly form: T['form'] };

export type Theirs<T extends DocumentTypes> = {
  readonly form: T['form'];
  readonly at: string;
  readonly baseline: Baseline<T>;
  /** Null if the document itself was changed. */
  readonly copy: StoredCopy<T> | null;
};

export type Conflict<T extends DocumentTypes> = {
  readonly theirs: Theirs<T>;
  /** The save that failed; null for an autosave of the working copy. */
  readonly kind: SaveKind | null;
  readonly base: T['form'] | null;
  readonly choices: Choices;
  /**
   * While it is false, the editor only mentions the conflict, so that nobody is interrupted while
   * typing.
   */
  readonly isOpen: boolean;
};

export type EditorState<T extends DocumentTypes> = {
  readonly kind: DocumentKind<T>;
  readonly form: T['form'];
  readonly baseline: Baseline<T>;
  /** The working copy on the server; null if there is none. */
  readonly copy: StoredCopy<T> | null;
  /** Why the last write of the working copy failed; null once one has succeeded. */
  readonly writeFailure: WriteFailure | null;
  /** Can be brought back while the editor is open. */
  readonly discarded: { readonly form: T['form']; readonly baseline: Baseline<T> } | null;
  readonly saving: Busy | null;
  readonly savedAt: Date | null;
  /** True if closing failed because the working copy could not be written. */
  readonly isNotClosed: boolean;
  /**
   * Why the last save failed; null once one has succeeded, or the working copy was saved with
   * Ctrl+S. Without a response, saving the working copy in any way is enough.
   */
  readonly failure: SaveFailure | null;
  readonly conflict: Conflict<T> | null;
  /** The save that failed because the document was deleted. */
  readonly deleted: SaveKind | null;
  /**
   * An idempotency key: a retry after a lost response creates no second post. Until then it is also
   * the working copy’s id.
   */
  readonly creationKey: string;
  readonly uploads: number;
  /** Local drafts of this document that can be restored. */
  readonly localDrafts: readonly LocalDraft<T['form']>[];
};

export type EditorAction<T extends DocumentTypes> =
  | { readonly type: 'change'; readonly fields: Partial<T['form']> }
  | { readonly type: 'written'; readonly id: string; readonly copy: StoredCopy<T> | null }
  | { readonly type: 'write-failed'; readonly failure: WriteFailure }
  | { readonly type: 'write-conflict'; readonly theirs: Theirs<T> }
  | { readonly type: 'copy-saved' | 'online' | 'open-conflict' | 'undo-discard' | 'not-closed' }
  /** `document` is the current one, if it could be loaded. */
  | { readonly type: 'discard'; readonly document?: T['document'] | undefined }
  | { readonly type: 'start-save'; readonly kind: Busy }
  | { readonly type: 'end-save' }
  | { readonly type: 'unpublished'; readonly document: T['document'] }
  | ({ readonly type: 'saved' } & Saved<T>)
  | ({ readonly type: 'save-failed' } & FailedSave<T>)
  | {
      readonly type: 'choose';
      readonly field: FieldOfForm<T['form']>;
      readonly side: 'mine' | 'theirs';
    }
  | { readonly type: 'merge' | 'take-theirs' | 'dismiss-conflict' }
  | { readonly type: 'start-upload' | 'end-upload' }
  | { readonly type: 'offer-draft'; readonly draft: LocalDraft<T['form']> }
  | { readonly type: 'remove-draft'; readonly key: string }
  | ({ readonly type: 'restore-draft' } & Restored<T>);

export type Saved<T extends DocumentTypes> = {
  readonly document: T['document'];
  readonly sent: T['form'];
  readonly at: Date;
  /** True if another page follows, until which nothing should move. */
  readonly isLeaving?: boolean;
};

export type FailedSave<T extends DocumentTypes> = {
  readonly failure: SaveFailure;
  readonly kind: SaveKind;
  readonly over: Baseline<T>;
  /** The document on the server, after a conflict. */
  readonly theirs: T['document'] | undefined;
  readonly newKey: string;
};

type Restored<T extends DocumentTypes> = {
  readonly form: T['form'];
  readonly baseline: Baseline<T>;
  readonly creationKey: string;
  readonly copy: StoredCopy<T> | null;
};

export function baselineOf<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  document: T['document'] | null,
): Baseline<T> {
  const form = document ? kind.toForm(document) : kind.emptyForm;
  return { document, version: document?.version ?? 0, form, base: form };
}

export type Opened<T extends DocumentTypes> = {
  readonly baseline: Baseline<T>;
  readonly copy: StoredCopy<T> | null;
  readonly localDrafts: readonly LocalDraft<T['form']>[];
};

export function initialState<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  opened: Opened<T>,
  newKey: string,
): EditorState<T> {
  const { baseline, copy } = opened;
  const isNew = baseline.document === null;
  return {
    ...opened,
    kind,
    form: copy?.form ?? baseline.form,
    writeFailure: null,
    discarded: null,
    saving: null,
    savedAt: null,
    isNotClosed: false,
    failure: null,
    conflict: null,
    deleted: null,
    creationKey: isNew && copy ? copy.id : newKey,
    uploads: 0,
  };
}

/** ‘Publish’ overrides the checkbox of a post. */
export function applyKind<T extends DocumentTypes>(
  { publishing }: DocumentKind<T>,
  form: T['form'],
  kind: SaveKind | null,
): T['form'] {
  return kind === 'publish' ? { ...form, ...publishing.to } : form;
}

export function versionsOf<T extends DocumentTypes>(
  documentKind: DocumentKind<T>,
  { theirs, kind, base }: Conflict<T>,
  mine: T['form'],
): Versions<T['form']> {
  return {
    // Makes ‘Publish’ count as a change on this side.
    base: base && kind === 'publish' ? { ...base, ...documentKind.publishing.from } : base,
    mine: applyKind(documentKind, mine, kind),
    theirs: theirs.form,
  };
}
