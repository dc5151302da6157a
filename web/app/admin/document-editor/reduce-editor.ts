import { rebaseForm } from '../post-form/forms.ts';
import type { DocumentTypes } from './document-kind.ts';
import {
  baselineOf,
  type Conflict,
  type EditorAction,
  type EditorState,
  type FailedSave,
  type Saved,
  type Theirs,
  versionsOf,
} from './editor-state.ts';
import { mergeForms } from './merge-forms.ts';
import { withoutErrors } from './save-failure.ts';
import { copyId, copyOf } from './working-copy.ts';

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
    // The server deletes it with this save, unless it was changed elsewhere, which a later write notices.
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
  // The last version that both sides knew, or the document.
  const base = copyOf(state)?.form ?? state.baseline.base;
  const conflict = { theirs, kind: null, base, choices: {}, isOpen: false };
  return { ...state, writeFailure: null, conflict };
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

function unpublished<T extends DocumentTypes>(
  state: EditorState<T>,
  document: T['document'],
): Pick<EditorState<T>, 'form' | 'baseline'> {
  const { form, baseline } = state;
  // It was changed elsewhere, too, which the next save will notice.
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
      return { ...state, form, failure };
    }
    case 'written': {
      // The answer may come after a draft of another document was restored.
      const copy = action.id === copyId(state) ? action.copy : state.copy;
      // Without a response it was the connection or the session, which work again.
      const failure = state.failure?.status === 0 ? null : state.failure;
      return { ...state, writeFailure: null, isNotClosed: false, copy, failure };
    }
    case 'online':
      // There may be nothing to write.
      return state.failure?.isOffline ? { ...state, failure: null } : state;
    case 'write-failed': {
      const { failure } = action;
      const deleted = failure.isGone ? (state.deleted ?? 'save') : state.deleted;
      return { ...state, writeFailure: failure, deleted };
    }
    case 'write-conflict':
      return writeConflict(state, action.theirs);
    case 'copy-saved':
      // After a failed save, the status should say what became of this write.
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
      return { ...state, saving: action.kind, isNotClosed: false };
    case 'end-save':
      return { ...state, saving: null };
    case 'unpublished': {
      const { discarded } = state;
      return {
        ...state,
        ...unpublished(state, action.document),
        discarded: discarded && unpublished({ ...state, ...discarded }, action.document),
        failure: null,
      };
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
      // The other working copy still prevents writing this one.
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
      // The old conflict compares with the base of the form before.
      return { ...state, form, baseline, creationKey, copy, conflict: null, failure: null };
    }
  }
}
