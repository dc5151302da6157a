import type { Post } from '@longhand/contract/posts';
import type { LocalDraft } from './local-drafts.ts';
import { type Choices, type MergedField, mergeForms, type Versions } from './merge-forms.ts';
import { EMPTY_FORM, isSameForm, type PostForm, rebaseForm, toForm } from './post-form.ts';
import type { SaveFailure } from './save-failure.ts';

/** `stay` saves like 'Save as Draft', without leaving the editor. */
export type SaveKind = 'draft' | 'publish' | 'stay';

/** What the form is compared with and saved over. */
export type Baseline = {
  readonly post: Post | null;
  readonly version: number;
  readonly form: PostForm;
  /** The form of that version; null if it could not be loaded. */
  readonly base: PostForm | null;
};

export type Conflict = {
  readonly theirs: Post;
  /** The save that failed. */
  readonly kind: SaveKind;
  readonly base: PostForm | null;
  readonly choices: Choices;
};

export type EditorState = {
  readonly form: PostForm;
  readonly baseline: Baseline;
  readonly saving: SaveKind | null;
  readonly savedAt: Date | null;
  /** Why the last save failed; null once one has succeeded. */
  readonly failure: SaveFailure | null;
  readonly conflict: Conflict | null;
  /** The save that failed because the post is deleted. */
  readonly deleted: SaveKind | null;
  /** Idempotency key: a retry after a lost response creates no second post. */
  readonly creationKey: string;
  readonly uploads: number;
  /** Local drafts of this post that can be restored. */
  readonly localDrafts: readonly LocalDraft[];
};

export type EditorAction =
  | { readonly type: 'change'; readonly fields: Partial<PostForm> }
  | { readonly type: 'start-save'; readonly kind: SaveKind }
  | { readonly type: 'end-save' }
  | { readonly type: 'saved'; readonly post: Post; readonly sent: PostForm; readonly at: Date }
  | ({ readonly type: 'save-failed' } & FailedSave)
  | { readonly type: 'choose'; readonly field: MergedField; readonly side: 'mine' | 'theirs' }
  | { readonly type: 'merge' | 'take-theirs' | 'dismiss-conflict' }
  | { readonly type: 'start-upload' | 'end-upload' }
  | { readonly type: 'offer-draft'; readonly draft: LocalDraft }
  | { readonly type: 'remove-draft'; readonly key: string }
  | ({ readonly type: 'restore-draft' } & Pick<EditorState, 'form' | 'baseline' | 'creationKey'>);

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

export function initialState(
  post: Post | null,
  localDrafts: readonly LocalDraft[],
  creationKey: string,
): EditorState {
  const baseline = baselineOf(post);
  const idle = { saving: null, savedAt: null, failure: null, conflict: null, deleted: null };
  return { form: baseline.form, baseline, ...idle, creationKey, uploads: 0, localDrafts };
}

/** Drops the errors of fields that are being changed. */
function withoutErrors(failure: SaveFailure | null, fields: Partial<PostForm>): SaveFailure | null {
  const errors = Object.entries(failure?.errors ?? {}).filter(([name]) => !(name in fields));
  return failure && { ...failure, errors: Object.fromEntries(errors) };
}

function saved(state: EditorState, { post, sent, at }: { post: Post; sent: PostForm; at: Date }) {
  // Why not toForm(post): the text in the fields must not change while typing.
  const { published, slug, published_at, publish_at } = toForm(post);
  const form = { ...sent, published, slug, published_at, publish_at };
  return {
    ...state,
    form: rebaseForm(state.form, sent, form),
    baseline: { post, version: post.version, form, base: form },
    conflict: null,
    deleted: null,
    failure: null,
    savedAt: at,
  };
}

function saveFailed(state: EditorState, { failure, kind, over, theirs, newKey }: FailedSave) {
  const conflict = theirs ? { theirs, kind, base: over.base, choices: {} } : state.conflict;
  if (failure.status !== 404) return { ...state, failure, conflict };
  // The deleted post is one that the key created, not the one being edited.
  const isCreate = !over.post || over.post.id !== state.baseline.post?.id;
  // Otherwise the key may have created a post whose response was lost.
  const isKeySpent = isCreate || state.deleted === null;
  const creationKey = isKeySpent ? newKey : state.creationKey;
  return { ...state, failure, conflict, deleted: kind, creationKey };
}

export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  const { conflict } = state;
  switch (action.type) {
    case 'change': {
      const failure = withoutErrors(state.failure, action.fields);
      return { ...state, form: { ...state.form, ...action.fields }, failure };
    }
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
      return { ...state, form: conflict ? mergedForm(conflict, state.form) : state.form };
    case 'take-theirs': {
      if (!conflict) return state;
      const baseline = baselineOf(conflict.theirs);
      return { ...state, baseline, form: baseline.form, conflict: null, failure: null };
    }
    case 'dismiss-conflict':
      return { ...state, conflict: null };
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
      const { form, baseline, creationKey } = action;
      return { ...state, form, baseline, creationKey };
    }
  }
}

export function isUnsaved({ form, baseline }: Pick<EditorState, 'form' | 'baseline'>): boolean {
  return !isSameForm(form, baseline.form);
}

/** 'Publish' overrides the checkbox. */
export function applyKind(form: PostForm, kind: SaveKind): PostForm {
  return kind === 'publish' ? { ...form, published: true } : form;
}

export function versionsOf({ theirs, kind, base }: Conflict, mine: PostForm): Versions {
  return {
    // Makes 'Publish' count as a change of this side.
    base: base && kind === 'publish' ? { ...base, published: false } : base,
    mine: applyKind(mine, kind),
    theirs: toForm(theirs),
  };
}

function mergedForm(conflict: Conflict, mine: PostForm): PostForm {
  return mergeForms(versionsOf(conflict, mine), conflict.choices);
}
