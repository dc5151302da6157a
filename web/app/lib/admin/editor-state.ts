import type { Post } from '@longhand/contract/posts';
import type { WorkingCopy, WorkingCopyInput } from '@longhand/contract/working-copies';
import type { LocalDraft } from './local-drafts.ts';
import { type Choices, type MergedField, mergeForms, type Versions } from './merge-forms.ts';
import { EMPTY_FORM, isSameForm, type PostForm, rebaseForm, toForm } from './post-form.ts';
import { type SaveFailure, type WriteFailure, withoutErrors } from './save-failure.ts';

/** What changes the post itself. */
export type SaveKind = 'draft' | 'publish';

/** What the form is compared with and saved over. */
export type Baseline = {
  readonly post: Post | null;
  readonly version: number;
  readonly form: PostForm;
  /** The form of that version; null if it could not be loaded. */
  readonly base: PostForm | null;
};

/** The working copy as the server has it. */
export type StoredCopy = Omit<WorkingCopy, 'form'> & { readonly form: PostForm };

/** What another tab or device has written. */
export type Theirs = {
  readonly form: PostForm;
  readonly at: string;
  readonly baseline: Baseline;
  /** Null if it is the post itself that was changed. */
  readonly copy: StoredCopy | null;
};

export type Conflict = {
  readonly theirs: Theirs;
  /** The save that failed; null if the editor was writing the working copy by itself. */
  readonly kind: SaveKind | null;
  readonly base: PostForm | null;
  readonly choices: Choices;
  /** Otherwise the editor only says that there is one: nobody is interrupted while typing. */
  readonly isOpen: boolean;
};

export type EditorState = {
  readonly form: PostForm;
  readonly baseline: Baseline;
  /** What the server has of the form beside the post; null if it has nothing. */
  readonly copy: StoredCopy | null;
  /** Whether the working copy is on its way to the server. */
  readonly isWriting: boolean;
  /** Why the working copy could not be written; null once it could. */
  readonly writeFailure: WriteFailure | null;
  /** What can be brought back. */
  readonly discarded: Pick<EditorState, 'form' | 'baseline'> | null;
  readonly saving: SaveKind | 'discard' | null;
  readonly savedAt: Date | null;
  /** Why the last save failed; null once one has succeeded, also of the working copy with Ctrl+S. */
  readonly failure: SaveFailure | null;
  readonly conflict: Conflict | null;
  /** The save that failed because the post is deleted. */
  readonly deleted: SaveKind | null;
  /** Idempotency key: a retry after a lost response creates no second post. Also the working copy’s id until then. */
  readonly creationKey: string;
  readonly uploads: number;
  /** Local drafts of this post that can be restored. */
  readonly localDrafts: readonly LocalDraft[];
};

export type EditorAction =
  | { readonly type: 'change'; readonly fields: Partial<PostForm> }
  | { readonly type: 'start-write' }
  | { readonly type: 'written'; readonly id: string; readonly copy: StoredCopy | null }
  | { readonly type: 'write-failed'; readonly failure: WriteFailure }
  | { readonly type: 'write-conflict'; readonly theirs: Theirs }
  | { readonly type: 'copy-saved' | 'open-conflict' | 'undo-discard' }
  /** With the post as it is now, if that could be loaded. */
  | { readonly type: 'discard'; readonly post?: Post | undefined }
  | { readonly type: 'start-save'; readonly kind: SaveKind | 'discard' }
  | { readonly type: 'end-save' }
  | ({ readonly type: 'saved' } & Saved)
  | ({ readonly type: 'save-failed' } & FailedSave)
  | { readonly type: 'choose'; readonly field: MergedField; readonly side: 'mine' | 'theirs' }
  | { readonly type: 'merge' | 'take-theirs' | 'dismiss-conflict' }
  | { readonly type: 'start-upload' | 'end-upload' }
  | { readonly type: 'offer-draft'; readonly draft: LocalDraft }
  | { readonly type: 'remove-draft'; readonly key: string }
  | ({ readonly type: 'restore-draft' } & Pick<
      EditorState,
      'form' | 'baseline' | 'creationKey' | 'copy'
    >);

type Saved = {
  readonly post: Post;
  readonly sent: PostForm;
  readonly at: Date;
  /** Whether another page follows: nothing should move until it is there. */
  readonly isLeaving?: boolean;
};

type FailedSave = {
  readonly failure: SaveFailure;
  readonly kind: SaveKind;
  readonly over: Baseline;
  /** The post on the server, after a conflict. */
  readonly theirs: Post | undefined;
  readonly newKey: string;
};

export function baselineOf(post: Post | null): Baseline {
  const form = post ? toForm(post) : EMPTY_FORM;
  return { post, version: post?.version ?? 0, form, base: form };
}

/** What an editor opens with. */
export type Opened = Pick<EditorState, 'baseline' | 'copy' | 'localDrafts'>;

export function initialState(opened: Opened, newKey: string): EditorState {
  const { baseline, copy } = opened;
  const isNew = baseline.post === null;
  return {
    ...opened,
    form: copy?.form ?? baseline.form,
    isWriting: false,
    writeFailure: null,
    discarded: null,
    saving: null,
    savedAt: null,
    failure: null,
    conflict: null,
    deleted: null,
    creationKey: isNew && copy ? copy.id : newKey,
    uploads: 0,
  };
}

function saved(state: EditorState, { post, sent, at, isLeaving }: Saved): EditorState {
  // Why not toForm(post): the text in the fields must not change while typing.
  const { published, slug, published_at, publish_at } = toForm(post);
  const form = { ...sent, published, slug, published_at, publish_at };
  return {
    ...state,
    form: rebaseForm(state.form, sent, form),
    baseline: { post, version: post.version, form, base: form },
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

function theirPost(post: Post): Theirs {
  return { form: toForm(post), at: post.updated_at, baseline: baselineOf(post), copy: null };
}

function saveFailed(state: EditorState, { failure, kind, over, theirs, newKey }: FailedSave) {
  const conflict = theirs
    ? { theirs: theirPost(theirs), kind, base: over.base, choices: {}, isOpen: true }
    : state.conflict;
  if (failure.status !== 404) return { ...state, failure, conflict };
  // The deleted post is one that the key created, not the one being edited.
  const isCreate = !over.post || over.post.id !== state.baseline.post?.id;
  // Otherwise the key may have created a post whose response was lost.
  const isKeySpent = isCreate || state.deleted === null;
  const creationKey = isKeySpent ? newKey : state.creationKey;
  return { ...state, failure, conflict, deleted: kind, creationKey };
}

function writeConflict(state: EditorState, theirs: Theirs): EditorState {
  // What both began with: the last version that both knew, or the post.
  const base = copyOf(state)?.form ?? state.baseline.base;
  const conflict = { theirs, kind: null, base, choices: {}, isOpen: false };
  return { ...state, isWriting: false, writeFailure: null, conflict };
}

/** The merged form of two working copies replaces theirs, and is based on the newer post. */
function merge(state: EditorState, conflict: Conflict): EditorState {
  const { copy, baseline } = conflict.theirs;
  const form = mergedForm(conflict, state.form);
  if (!copy) return { ...state, form };
  const isNewer = baseline.version > state.baseline.version;
  return { ...state, form, copy, conflict: null, ...(isNewer && { baseline }) };
}

function takeTheirs(state: EditorState, { theirs }: Conflict): EditorState {
  const { form, baseline, copy } = theirs;
  return { ...state, form, baseline, copy: copy ?? state.copy, conflict: null, failure: null };
}

function discard(state: EditorState, post: Post | undefined): EditorState {
  const { form, baseline } = state;
  const saved = baselineOf(post ?? baseline.post);
  return {
    ...state,
    form: saved.form,
    baseline: saved,
    copy: null,
    discarded: { form, baseline },
    conflict: null,
    failure: null,
    writeFailure: null,
  };
}

export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  const { conflict } = state;
  switch (action.type) {
    case 'change': {
      const failure = withoutErrors(state.failure, action.fields);
      return { ...state, form: { ...state.form, ...action.fields }, failure };
    }
    case 'start-write':
      return { ...state, isWriting: true };
    case 'written': {
      // The answer may come after a draft of another post was restored.
      const copy = action.id === copyId(state) ? action.copy : state.copy;
      return { ...state, isWriting: false, writeFailure: null, copy };
    }
    case 'write-failed': {
      const { failure } = action;
      const deleted = failure.isPostGone ? (state.deleted ?? 'draft') : state.deleted;
      return { ...state, isWriting: false, writeFailure: failure, deleted };
    }
    case 'write-conflict':
      return writeConflict(state, action.theirs);
    case 'copy-saved':
      // Asked for after a save that failed: the status says what became of this one.
      return { ...state, failure: null };
    case 'open-conflict':
      return { ...state, conflict: conflict && { ...conflict, isOpen: true } };
    case 'discard':
      return discard(state, action.post);
    case 'undo-discard':
      return { ...state, ...state.discarded, discarded: null };
    case 'start-save':
      return { ...state, saving: action.kind };
    case 'end-save':
      return { ...state, saving: null };
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
      return { ...state, form, baseline, creationKey, copy };
    }
  }
}

export function isUnsaved({ form, baseline }: Pick<EditorState, 'form' | 'baseline'>): boolean {
  return !isSameForm(form, baseline.form);
}

/** The working copy’s id: of the post, or until there is one, the key that creates it. */
export function copyId({
  baseline,
  creationKey,
}: Pick<EditorState, 'baseline' | 'creationKey'>): string {
  return baseline.post?.id ?? creationKey;
}

export function copyOf(state: EditorState): StoredCopy | null {
  return state.copy?.id === copyId(state) ? state.copy : null;
}

/** A change of the working copy; it is deleted if `input` is null. */
export type CopyWrite = {
  readonly id: string;
  readonly input: (WorkingCopyInput & { readonly form: PostForm }) | null;
  /** The version that it replaces; null if there must be none. */
  readonly expected: number | null;
};

/** What is to be sent so that the server has this form; null if it has it. */
export function nextWrite(state: EditorState, form: PostForm): CopyWrite | null {
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
export function isWritingPaused({ saving, conflict, deleted }: EditorState): boolean {
  return saving !== null || conflict !== null || deleted !== null;
}

/** 'Publish' overrides the checkbox. */
export function applyKind(form: PostForm, kind: SaveKind | null): PostForm {
  return kind === 'publish' ? { ...form, published: true } : form;
}

export function versionsOf({ theirs, kind, base }: Conflict, mine: PostForm): Versions {
  return {
    // Makes 'Publish' count as a change of this side.
    base: base && kind === 'publish' ? { ...base, published: false } : base,
    mine: applyKind(mine, kind),
    theirs: theirs.form,
  };
}

function mergedForm(conflict: Conflict, mine: PostForm): PostForm {
  return mergeForms(versionsOf(conflict, mine), conflict.choices);
}
