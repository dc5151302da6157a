import type { AnyWorkingCopy } from '../api/working-copy-calls.ts';
import { isSameForm, rebaseForm } from '../post-form/forms.ts';
import type { DocumentKind, DocumentTypes, EditedDocument } from './document-kind.ts';
import type { LocalDraft } from './drafts/local-drafts.ts';
import { type Choices, type FieldOfForm, mergeForms, type Versions } from './merge-forms.ts';
import { type SaveFailure, type WriteFailure, withoutErrors } from './save-failure.ts';

/** What changes the document itself. ‘Publish’ is for posts only. */
export type SaveKind = 'save' | 'publish';

/** What the buttons wait for. */
export type Busy = SaveKind | 'discard' | 'keep' | 'unpublish';

/** What the form is compared with and saved over. */
export type Baseline<T extends DocumentTypes> = {
  readonly document: T['document'] | null;
  readonly version: number;
  readonly form: T['form'];
  /** The form of that version; null if it could not be loaded. */
  readonly base: T['form'] | null;
};

/** The working copy as the server has it. */
export type StoredCopy<T extends DocumentTypes> = AnyWorkingCopy & { readonly form: T['form'] };

/** What another tab or device has written. */
export type Theirs<T extends DocumentTypes> = {
  readonly form: T['form'];
  readonly at: string;
  readonly baseline: Baseline<T>;
  /** Null if it is the document itself that was changed. */
  readonly copy: StoredCopy<T> | null;
};

export type Conflict<T extends DocumentTypes> = {
  readonly theirs: Theirs<T>;
  /** The save that failed; null if the editor was writing the working copy by itself. */
  readonly kind: SaveKind | null;
  readonly base: T['form'] | null;
  readonly choices: Choices;
  /** Otherwise the editor only says that there is one: nobody is interrupted while typing. */
  readonly isOpen: boolean;
};

export type EditorState<T extends DocumentTypes> = {
  readonly kind: DocumentKind<T>;
  readonly form: T['form'];
  readonly baseline: Baseline<T>;
  /** What the server has of the form beside the document; null if it has nothing. */
  readonly copy: StoredCopy<T> | null;
  /** Whether the working copy is on its way to the server. */
  readonly isWriting: boolean;
  /** Why the working copy could not be written; null once it could. */
  readonly writeFailure: WriteFailure | null;
  /** What can be brought back. */
  readonly discarded: { readonly form: T['form']; readonly baseline: Baseline<T> } | null;
  readonly saving: Busy | null;
  readonly savedAt: Date | null;
  /** Until the next change. */
  readonly unpublishedAt: Date | null;
  /** Whether the editor was to be closed, and could not write the working copy. */
  readonly isNotClosed: boolean;
  /** Why the last save failed; null once one has succeeded, also of the working copy with Ctrl+S. */
  readonly failure: SaveFailure | null;
  readonly conflict: Conflict<T> | null;
  /** The save that failed because the document is deleted. */
  readonly deleted: SaveKind | null;
  /** Idempotency key: a retry after a lost response creates no second post. Also the working copy’s id until then. */
  readonly creationKey: string;
  readonly uploads: number;
  /** Local drafts of this document that can be restored. */
  readonly localDrafts: readonly LocalDraft<T['form']>[];
};

export type EditorAction<T extends DocumentTypes> =
  | { readonly type: 'change'; readonly fields: Partial<T['form']> }
  | { readonly type: 'start-write' }
  | { readonly type: 'written'; readonly id: string; readonly copy: StoredCopy<T> | null }
  | { readonly type: 'write-failed'; readonly failure: WriteFailure }
  | { readonly type: 'write-conflict'; readonly theirs: Theirs<T> }
  | { readonly type: 'copy-saved' | 'open-conflict' | 'undo-discard' | 'not-closed' }
  /** With the document as it is now, if that could be loaded. */
  | { readonly type: 'discard'; readonly document?: T['document'] | undefined }
  | { readonly type: 'start-save'; readonly kind: Busy }
  | { readonly type: 'end-save' }
  | { readonly type: 'unpublished'; readonly document: T['document']; readonly at: Date }
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

type Saved<T extends DocumentTypes> = {
  readonly document: T['document'];
  readonly sent: T['form'];
  readonly at: Date;
  /** Whether another page follows: nothing should move until it is there. */
  readonly isLeaving?: boolean;
};

type FailedSave<T extends DocumentTypes> = {
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

/** What an editor opens with. */
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
    isWriting: false,
    writeFailure: null,
    discarded: null,
    saving: null,
    savedAt: null,
    unpublishedAt: null,
    isNotClosed: false,
    failure: null,
    conflict: null,
    deleted: null,
    creationKey: isNew && copy ? copy.id : newKey,
    uploads: 0,
  };
}

function saved<T extends DocumentTypes>(
  state: EditorState<T>,
  { document, sent, at, isLeaving }: Saved<T>,
): EditorState<T> {
  const { kind } = state;
  const stored = kind.toForm(document);
  // Why not all of it: the text in the fields must not change while typing.
  const set = Object.fromEntries(kind.setByServer.map((field) => [field, stored[field]]));
  const form = { ...sent, ...set };
  return {
    ...state,
    form: rebaseForm(state.form, sent, form),
    baseline: { document, version: document.version, form, base: form },
    // Deleted by the server with this save, unless it was changed elsewhere, which is found later.
    copy: null,
    writeFailure: null,
    discarded: null,
    conflict: isLeaving ? state.conflict : null,
    deleted: null,
    failure: null,
    savedAt: at,
  };
}

function saveFailed<T extends DocumentTypes>(
  state: EditorState<T>,
  { failure, kind, over, theirs, newKey }: FailedSave<T>,
): EditorState<T> {
  const baseline = theirs && baselineOf(state.kind, theirs);
  const conflict = baseline
    ? {
        theirs: { form: baseline.form, at: theirs.updated_at ?? '', baseline, copy: null },
        ...{ kind, base: over.base, choices: {}, isOpen: true },
      }
    : state.conflict;
  if (failure.status !== 404) return { ...state, failure, conflict };
  // The deleted document is one that the key created, not the one being edited.
  const isCreate = !over.document || over.document.id !== state.baseline.document?.id;
  // Otherwise the key may have created a document whose response was lost.
  const isKeySpent = isCreate || state.deleted === null;
  const creationKey = isKeySpent ? newKey : state.creationKey;
  return { ...state, failure, conflict, deleted: kind, creationKey };
}

function writeConflict<T extends DocumentTypes>(
  state: EditorState<T>,
  theirs: Theirs<T>,
): EditorState<T> {
  // What both began with: the last version that both knew, or the document.
  const base = copyOf(state)?.form ?? state.baseline.base;
  const conflict = { theirs, kind: null, base, choices: {}, isOpen: false };
  return { ...state, isWriting: false, writeFailure: null, conflict };
}

/** The merged form of two working copies replaces theirs, and is based on the newer document. */
function merge<T extends DocumentTypes>(
  state: EditorState<T>,
  conflict: Conflict<T>,
): EditorState<T> {
  const { copy, baseline } = conflict.theirs;
  const versions = versionsOf(state.kind, conflict, state.form);
  const form = mergeForms(state.kind.fields, versions, conflict.choices);
  if (!copy) return { ...state, form };
  const isNewer = baseline.version > state.baseline.version;
  return { ...state, form, copy, conflict: null, ...(isNewer && { baseline }) };
}

function takeTheirs<T extends DocumentTypes>(
  state: EditorState<T>,
  { theirs }: Conflict<T>,
): EditorState<T> {
  const { form, baseline, copy } = theirs;
  return { ...state, form, baseline, copy: copy ?? state.copy, conflict: null, failure: null };
}

/** The form without the box; what else was changed stays in it. */
function unpublished<T extends DocumentTypes>(
  state: EditorState<T>,
  document: T['document'],
): Pick<EditorState<T>, 'form' | 'baseline'> {
  const { form, baseline } = state;
  // Changed elsewhere, too: the next save finds that.
  if (document.version !== baseline.version + 1)
    return { form, baseline: { ...baseline, document } };
  const saved = baselineOf(state.kind, document);
  return { form: rebaseForm(form, baseline.form, saved.form), baseline: saved };
}

function discard<T extends DocumentTypes>(
  state: EditorState<T>,
  document: T['document'] | undefined,
): EditorState<T> {
  const { form, baseline } = state;
  const saved = baselineOf(state.kind, document ?? baseline.document);
  return {
    ...state,
    form: saved.form,
    baseline: saved,
    copy: null,
    discarded: { form, baseline },
    deleted: document ? null : state.deleted,
    conflict: null,
    failure: null,
    writeFailure: null,
  };
}

export function reduceEditor<T extends DocumentTypes>(
  state: EditorState<T>,
  action: EditorAction<T>,
): EditorState<T> {
  const { conflict } = state;
  switch (action.type) {
    case 'change': {
      const failure = withoutErrors(state.failure, action.fields);
      const form = { ...state.form, ...action.fields };
      return { ...state, form, failure, unpublishedAt: null };
    }
    case 'start-write':
      return { ...state, isWriting: true };
    case 'written': {
      // The answer may come after a draft of another document was restored.
      const copy = action.id === copyId(state) ? action.copy : state.copy;
      return { ...state, isWriting: false, writeFailure: null, isNotClosed: false, copy };
    }
    case 'write-failed': {
      const { failure } = action;
      const deleted = failure.isGone ? (state.deleted ?? 'save') : state.deleted;
      return { ...state, isWriting: false, writeFailure: failure, deleted };
    }
    case 'write-conflict':
      return writeConflict(state, action.theirs);
    case 'copy-saved':
      // Asked for after a save that failed: the status says what became of this one.
      return { ...state, failure: null };
    case 'not-closed':
      return { ...state, isNotClosed: true };
    case 'open-conflict':
      return { ...state, conflict: conflict && { ...conflict, isOpen: true } };
    case 'discard':
      return discard(state, action.document);
    case 'undo-discard':
      return { ...state, ...state.discarded, discarded: null };
    case 'start-save':
      return { ...state, saving: action.kind, unpublishedAt: null, isNotClosed: false };
    case 'end-save':
      return { ...state, saving: null };
    case 'unpublished': {
      const next = unpublished(state, action.document);
      return { ...state, ...next, failure: null, unpublishedAt: action.at };
    }
    case 'saved':
      return saved(state, action);
    case 'save-failed':
      return saveFailed(state, action);
    case 'choose': {
      const choices = { ...conflict?.choices, [action.field]: action.side };
      return { ...state, conflict: conflict && { ...conflict, choices } };
    }
    case 'merge':
      return conflict ? merge(state, conflict) : state;
    case 'take-theirs':
      return conflict ? takeTheirs(state, conflict) : state;
    case 'dismiss-conflict': {
      // Another working copy is still in the way of this one.
      const remaining = conflict?.theirs.copy ? { ...conflict, isOpen: false } : null;
      return { ...state, conflict: remaining };
    }
    case 'start-upload':
      return { ...state, uploads: state.uploads + 1 };
    case 'end-upload':
      return { ...state, uploads: state.uploads - 1 };
    case 'offer-draft':
      return { ...state, localDrafts: [action.draft, ...state.localDrafts] };
    case 'remove-draft':
      return {
        ...state,
        localDrafts: state.localDrafts.filter(({ key }) => key !== action.key),
      };
    case 'restore-draft': {
      const { form, baseline, creationKey, copy } = action;
      // A conflict compares with what the form before began with.
      return { ...state, form, baseline, creationKey, copy, conflict: null, failure: null };
    }
  }
}

export function isUnsaved<T extends DocumentTypes>({ form, baseline }: EditorState<T>): boolean {
  return !isSameForm(form, baseline.form);
}

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

/** 'Publish' overrides the checkbox of a post. */
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
    // Makes 'Publish' count as a change of this side.
    base: base && kind === 'publish' ? { ...base, ...documentKind.publishing.from } : base,
    mine: applyKind(documentKind, mine, kind),
    theirs: theirs.form,
  };
}
