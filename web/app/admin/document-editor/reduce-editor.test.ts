import type { Post } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { POST } from '../../../../test-support/documents.ts';
import { AdminApiError, SessionOverError } from '../api/request.ts';
import { POSTS, type PostTypes } from '../post-editor/post-kind.ts';
import { isSameForm } from '../post-form/forms.ts';
import { EMPTY_FORM, type PostForm, toForm } from '../post-form/post-form.ts';
import type { LocalDraft } from './drafts/local-drafts.ts';
import {
  type EditorAction as AnyAction,
  type StoredCopy as AnyCopy,
  type EditorState as AnyState,
  baselineOf,
  initialState,
  type SaveKind,
  type Theirs,
} from './editor-state.ts';
import { reduceEditor } from './reduce-editor.ts';
import { explainFailure, explainWriteFailure } from './save-failure.ts';
import { copyOf, isWritingPaused, nextWrite } from './working-copy.ts';

type EditorState = AnyState<PostTypes>;
type EditorAction = AnyAction<PostTypes>;
type StoredCopy = AnyCopy<PostTypes>;

const THEIRS: Post = { ...POST, title: 'Theirs', excerpt: 'Theirs', version: 4 };
const open = (
  post: Post | null,
  copy: StoredCopy | null = null,
  localDrafts: LocalDraft<PostForm>[] = [],
) => initialState(POSTS, { baseline: baselineOf(POSTS, post), copy, localDrafts }, 'key');
const OPENED = open(POST);
const NEW = open(null);
const AT = new Date(0);
const isUnsaved = ({ form, baseline }: EditorState) => !isSameForm(form, baseline.form);

function reduce(state: EditorState, ...actions: EditorAction[]): EditorState {
  return actions.reduce(reduceEditor<PostTypes>, state);
}

function failed(
  status: number,
  options: { kind?: SaveKind; over?: Post | null; theirs?: Post } = {},
) {
  const { kind = 'save', over = POST, theirs } = options;
  const errors = { title: ['is wrong'], tags: ['are wrong'] };
  const problem = status === 400 ? { errors } : {};
  const error = status
    ? new AdminApiError('PUT /x', status, problem)
    : new TypeError('No response');
  const failure = explainFailure(error, AT);
  const baseline = baselineOf(POSTS, over);
  return { type: 'save-failed', failure, kind, over: baseline, theirs, newKey: 'new' } as const;
}

const typed = (title: string) => ({ type: 'change', fields: { title } }) as const;
const conflict = (kind: SaveKind = 'save') => failed(409, { kind, theirs: THEIRS });

test('a form is unsaved from the first change until it is reverted', () => {
  expect(isUnsaved(OPENED)).toBe(false);
  expect(isUnsaved(reduce(OPENED, typed('Other')))).toBe(true);
  expect(isUnsaved(reduce(OPENED, typed('Other'), typed('Title')))).toBe(false);
  expect(NEW).toMatchObject({ form: EMPTY_FORM, creationKey: 'key' });
});

test('changing a field removes its error only', () => {
  const state = reduce(OPENED, failed(400), typed('Other'));
  expect(state.failure?.errors).toEqual({ tags: ['are wrong'] });
});

test('a saved form is the new baseline, as it was typed', () => {
  const sent = { ...OPENED.form, title: ' Other ' };
  const document = { ...POST, title: 'Other', slug: 'other', version: 4 };
  const before = reduce(OPENED, typed(' Other '), conflict(), failed(404));
  const state = reduce(before, { type: 'saved', document, sent, at: AT });
  expect(isUnsaved(state)).toBe(false);
  expect(state).toMatchObject({
    form: { title: ' Other ', slug: 'other' },
    baseline: { document, version: 4 },
    savedAt: AT,
    failure: null,
    conflict: null,
    deleted: null,
  });
});

test('the comparison stays until another page is shown', () => {
  const sent = { ...OPENED.form, title: 'Other' };
  const saved = { type: 'saved', document: { ...POST, title: 'Other' }, sent, at: AT } as const;
  const state = reduce(OPENED, typed('Other'), conflict(), { ...saved, isLeaving: true });
  expect(state.conflict).not.toBeNull();
  expect(isWritingPaused(state)).toBe(true);
});

test('what was typed during a save is an unsaved change', () => {
  const sent = { ...OPENED.form, title: 'Sent' };
  const document = { ...POST, title: 'Sent', slug: 'sent' };
  const state = reduce(OPENED, typed('Sent and more'), { type: 'saved', document, sent, at: AT });
  expect(state.form).toMatchObject({ title: 'Sent and more', slug: 'sent' });
  expect(isUnsaved(state)).toBe(true);
});

test('a post stays marked as deleted until a save succeeds', () => {
  const gone = reduce(OPENED, failed(404, { kind: 'publish' }));
  expect(gone.deleted).toBe('publish');
  expect(reduce(OPENED, failed(0, { kind: 'save' })).deleted).toBeNull();
  // The response to 'save this as a new post' was lost: it can be retried.
  for (const status of [0, 400, 502])
    expect(reduce(gone, failed(status, { kind: 'save' })).deleted).toBe('publish');
});

test('a creation key is reused until its post is known to be deleted', () => {
  const gone = { ...OPENED, deleted: 'save' } as const;
  expect(reduce(OPENED, failed(404)).creationKey).toBe('new');
  // Saved again though it was deleted: the key may have created a post whose response was lost.
  expect(reduce(gone, failed(404)).creationKey).toBe('key');
  expect(reduce(gone, failed(404, { over: null })).creationKey).toBe('new');
  // The key has created another post than the one that is edited.
  expect(reduce(gone, failed(404, { over: { ...POST, id: 'other' } })).creationKey).toBe('new');
  expect(reduce(gone, failed(0, { over: null })).creationKey).toBe('key');
});

test('merging puts the chosen fields into the form, which stays unsaved', () => {
  const mine = { excerpt: 'Mine', content: 'Mine' };
  const begun = reduce(OPENED, { type: 'change', fields: mine }, conflict());
  expect(begun.conflict).toMatchObject({
    theirs: { form: toForm(THEIRS), copy: null },
    choices: {},
    isOpen: true,
  });
  const merged = { ...toForm(POST), title: 'Theirs', ...mine };
  expect(reduce(begun, { type: 'merge' }).form).toEqual(merged);
  const chosen = reduce(begun, { type: 'choose', field: 'excerpt', side: 'theirs' });
  expect(reduce(chosen, { type: 'merge' }).form).toEqual({ ...merged, excerpt: 'Theirs' });
  expect(reduce(chosen, conflict()).conflict?.choices).toEqual({});
  expect(reduce(chosen, { type: 'dismiss-conflict' })).toMatchObject({
    conflict: null,
    form: mine,
  });
});

test('a merge after ‘Publish’ is published even if the checkbox is not ticked', () => {
  const begun = reduce(OPENED, conflict('publish'));
  expect(reduce(begun, { type: 'merge' }).form.published).toBe(true);
});

test('taking the saved version replaces the form and what it is compared with', () => {
  const begun = reduce(OPENED, typed('Mine'), conflict());
  const state = reduce(begun, { type: 'take-theirs' });
  expect(state).toMatchObject({ form: toForm(THEIRS), baseline: { version: 4 }, failure: null });
  expect(isUnsaved(state)).toBe(false);
  expect(reduce(state, { type: 'take-theirs' })).toBe(state);
});

test('local drafts are offered, the newest first, until they are restored or discarded', () => {
  const draft = (key: string) => ({
    key,
    documentId: POST.id,
    version: 3,
    form: EMPTY_FORM,
    keptAt: 0,
  });
  const begun = reduce(open(POST, null, [draft('a')]), {
    type: 'offer-draft',
    draft: draft('b'),
  });
  expect(begun.localDrafts.map(({ key }) => key)).toEqual(['b', 'a']);
  const state = reduce(
    begun,
    { type: 'remove-draft', key: 'a' },
    {
      type: 'restore-draft',
      form: EMPTY_FORM,
      baseline: begun.baseline,
      creationKey: 'own',
      copy: null,
    },
  );
  expect(state).toMatchObject({ form: EMPTY_FORM, creationKey: 'own' });
  expect(state.localDrafts).toEqual([draft('b')]);
});

test('saving and uploads are counted from their start to their end', () => {
  const begun = reduce(OPENED, { type: 'start-save', kind: 'save' }, { type: 'start-upload' });
  expect(begun).toMatchObject({ saving: 'save', uploads: 1 });
  const ended = reduce(begun, { type: 'end-upload' }, { type: 'end-save' });
  expect(ended).toEqual(OPENED);
});

/** As the server answers. */
function stored(form: PostForm, fields: Partial<StoredCopy> = {}): StoredCopy {
  const at = '2026-01-02T00:00:00.000Z';
  const base = { id: POST.id, base_version: 3, version: 70 };
  return { ...base, created_at: at, updated_at: at, ...fields, form };
}

const written = (copy: StoredCopy | null, id = POST.id) => ({ type: 'written', id, copy }) as const;
const write = (state: EditorState) => nextWrite(state, state.form);
const writeFailed = (error: unknown) =>
  ({ type: 'write-failed', failure: explainWriteFailure(error) }) as const;

function theirs(form: Partial<PostForm>, fields: Partial<StoredCopy> = {}): Theirs<PostTypes> {
  const copy = stored({ ...OPENED.form, ...form }, { version: 80, ...fields });
  return { form: copy.form, at: copy.updated_at, baseline: OPENED.baseline, copy };
}

test('the first change is written as a new working copy, the next ones over it', () => {
  expect(write(OPENED)).toBeNull();
  expect(write(NEW)).toBeNull();
  const first = reduce(OPENED, typed('One'));
  const input = { base_version: 3, form: first.form };
  expect(write(first)).toEqual({ id: POST.id, input, expected: null });
  const saved = reduce(first, written(stored(first.form)));
  expect(saved).toMatchObject({ writeFailure: null });
  expect(write(saved)).toBeNull();
  expect(isUnsaved(saved)).toBe(true);
  expect(write(reduce(saved, typed('Two')))).toMatchObject({ expected: 70 });
  expect(write(reduce(NEW, typed('One')))).toMatchObject({
    id: 'key',
    input: { base_version: 0 },
    expected: null,
  });
});

test('what is discarded leaves the post as it is now, and is brought back on its own version', () => {
  const typing = reduce(OPENED, typed('One'));
  const state = reduce(typing, { type: 'discard', document: THEIRS });
  expect(state).toMatchObject({ form: toForm(THEIRS), baseline: { version: 4 } });
  expect(isUnsaved(state)).toBe(false);
  const undone = reduce(state, { type: 'undo-discard' });
  expect(undone).toMatchObject({ form: typing.form, baseline: { version: 3 } });
});

test('the failure of a save is shown until the working copy is saved by hand', () => {
  const state = reduce(OPENED, typed('One'), failed(500));
  const saved = reduce(state, written(stored(state.form)));
  expect(saved.failure).not.toBeNull();
  expect(reduce(saved, { type: 'online' }).failure).not.toBeNull();
  expect(reduce(saved, { type: 'copy-saved' }).failure).toBeNull();
});

test.each([
  new TypeError('Failed to fetch'),
  new SyntaxError('Unexpected token'),
  new SessionOverError('PUT /x'),
])('a save that failed with %s is not shown any more when autosave works again', (error) => {
  const state = reduce(OPENED, typed('One'), { ...failed(0), failure: explainFailure(error) });
  expect(reduce(state, typed('Two')).failure).not.toBeNull();
  expect(reduce(state, written(stored(state.form))).failure).toBeNull();
});

test('what was typed while the working copy was on its way is written next', () => {
  const sent = reduce(OPENED, typed('Sent'));
  const state = reduce(sent, typed('Sent and more'), written(stored(sent.form)));
  expect(state.form.title).toBe('Sent and more');
  expect(write(state)).toMatchObject({ expected: 70, input: { form: { title: 'Sent and more' } } });
});

test('a form that is as in the post again deletes the working copy', () => {
  const begun = reduce(OPENED, typed('One'));
  const state = reduce(begun, written(stored(begun.form)), typed('Title'));
  expect(write(state)).toEqual({ id: POST.id, input: null, expected: 70 });
  expect(write(reduce(state, written(null)))).toBeNull();
});

test('an editor opens with the working copy; of a new post with its key', () => {
  const copy = stored({ ...OPENED.form, title: 'From the other device' });
  const state = open(POST, copy);
  expect(state.form.title).toBe('From the other device');
  expect(isUnsaved(state)).toBe(true);
  expect(write(state)).toBeNull();
  const unfinished = stored({ ...EMPTY_FORM, title: 'New' }, { id: 'its-key', base_version: 0 });
  expect(open(null, unfinished)).toMatchObject({ creationKey: 'its-key', form: { title: 'New' } });
  expect(write(open(null, unfinished))).toBeNull();
});

test('a failed write says why, until one succeeds; the form stays', () => {
  const begun = reduce(OPENED, typed('One'));
  for (const [error, isRetried] of [
    [new TypeError('Failed to fetch'), true],
    [new AdminApiError('PUT /x', 503, {}), true],
    [new AdminApiError('PUT /x', 429, {}), true],
    [new AdminApiError('PUT /x', 413, { detail: 'Too long.' }), false],
    [new SessionOverError('PUT /x'), false],
  ] as const) {
    const state = reduce(begun, writeFailed(error));
    expect(state).toMatchObject({ writeFailure: { isRetried }, form: begun.form });
    expect(write(state)).toEqual(write(begun));
    expect(isWritingPaused(state)).toBe(false);
    expect(reduce(state, written(stored(begun.form))).writeFailure).toBeNull();
  }
  const over = reduce(begun, writeFailed(new SessionOverError('PUT /x')));
  expect(over.writeFailure).toMatchObject({ isSessionOver: true });
});

test('nothing is written for a deleted post until a save succeeds', () => {
  const gone = reduce(OPENED, typed('One'), writeFailed(new AdminApiError('PUT /x', 404, {})));
  expect(gone.deleted).toBe('save');
  expect(isWritingPaused(gone)).toBe(true);
  const document = { ...POST, title: 'One', version: 4 };
  const state = reduce(gone, { type: 'saved', document, sent: gone.form, at: AT });
  expect(isWritingPaused(state)).toBe(false);
});

test('a save waits for no other write, and ends the working copy that it was made of', () => {
  const begun = reduce(OPENED, typed('One'), { type: 'start-save', kind: 'save' });
  expect(isWritingPaused(begun)).toBe(true);
  // The write that was on its way ends before the post is sent.
  const sent = reduce(begun, written(stored(begun.form)));
  const document = { ...POST, title: 'One', slug: 'one', version: 4 };
  const saved = { type: 'saved', document, sent: sent.form, at: AT } as const;
  const state = reduce(sent, saved, { type: 'end-save' });
  expect(state.copy).toBeNull();
  expect(write(state)).toBeNull();
  const typing = reduce(sent, typed('One and more'), saved, { type: 'end-save' });
  expect(write(typing)).toMatchObject({ id: POST.id, expected: null, input: { base_version: 4 } });
});

test('a created post has its own id for the working copy', () => {
  const begun = reduce(NEW, typed('One'));
  const copy = stored(begun.form, { id: 'key', base_version: 0 });
  const sent = reduce(begun, written(copy, 'key'));
  expect(copyOf(sent)).toBe(copy);
  const saved = { type: 'saved', document: POST, sent: sent.form, at: AT } as const;
  const state = reduce(sent, typed('One and more'), saved);
  expect(write(state)).toMatchObject({ id: POST.id, expected: null });
  // A late answer for the key is not taken for the working copy of the post.
  expect(reduce(state, written(copy, 'key')).copy).toBeNull();
});

test('a failed save leaves the working copy', () => {
  const begun = reduce(OPENED, typed('One'));
  const copy = stored(begun.form);
  expect(reduce(begun, written(copy), failed(500)).copy).toBe(copy);
  const state = reduce(begun, written(copy), conflict());
  expect(isWritingPaused(state)).toBe(true);
  expect(reduce(state, { type: 'dismiss-conflict' })).toMatchObject({ conflict: null, copy });
});

test('two devices: nothing is overwritten, and nobody is interrupted', () => {
  const begun = reduce(OPENED, { type: 'change', fields: { content: 'Mine' } });
  const state = reduce(begun, { type: 'write-conflict', theirs: theirs({ excerpt: 'Theirs' }) });
  expect(state.conflict).toMatchObject({ kind: null, isOpen: false });
  expect(isWritingPaused(state)).toBe(true);
  expect(state.form).toBe(begun.form);
  const opened = reduce(state, { type: 'open-conflict' });
  expect(opened.conflict?.isOpen).toBe(true);
  // Only the panel closes: the other working copy is still there.
  const closed = reduce(opened, { type: 'dismiss-conflict' });
  expect(closed.conflict?.isOpen).toBe(false);
  expect(isWritingPaused(closed)).toBe(true);
});

test('two devices: the merged form is written over the other one', () => {
  const begun = reduce(OPENED, { type: 'change', fields: { content: 'Mine' } });
  const copy = theirs({ excerpt: 'Theirs' });
  const state = reduce(begun, { type: 'write-conflict', theirs: copy }, { type: 'merge' });
  expect(state).toMatchObject({ conflict: null, form: { content: 'Mine', excerpt: 'Theirs' } });
  expect(write(state)).toMatchObject({ expected: 80, input: { form: state.form } });
});

test('two devices: what both knew is what a change is compared with', () => {
  const shared = reduce(OPENED, { type: 'change', fields: { excerpt: 'Shared' } });
  const begun = reduce(shared, written(stored(shared.form)), typed('Mine'));
  const copy = theirs({ excerpt: 'Shared', content: 'Theirs' });
  const state = reduce(begun, { type: 'write-conflict', theirs: copy }, { type: 'merge' });
  expect(state.form).toMatchObject({ title: 'Mine', excerpt: 'Shared', content: 'Theirs' });
});

test('two devices: the merged form is based on the newer version of the post', () => {
  const begun = reduce(OPENED, { type: 'change', fields: { content: 'Mine' } });
  const newer = { ...theirs({ title: 'Theirs' }), baseline: baselineOf(POSTS, THEIRS) };
  const merged = reduce(begun, { type: 'write-conflict', theirs: newer }, { type: 'merge' });
  expect(merged.baseline.version).toBe(4);
  const later = { ...begun, baseline: baselineOf(POSTS, THEIRS) };
  const older = { type: 'write-conflict', theirs: theirs({ excerpt: 'Theirs' }) } as const;
  expect(reduce(later, older, { type: 'merge' }).baseline.version).toBe(4);
});

test('two devices: the other working copy can be taken', () => {
  const other = theirs({ title: 'Theirs' });
  const begun = reduce(OPENED, typed('Mine'), { type: 'write-conflict', theirs: other });
  const state = reduce(begun, { type: 'take-theirs' });
  expect(state).toMatchObject({ form: other.form, copy: other.copy, conflict: null });
  expect(write(state)).toBeNull();
});

test('discarding returns to what the post has, and can be undone', () => {
  const begun = reduce(OPENED, typed('Mine'));
  const failure = writeFailed(new TypeError('offline'));
  const state = reduce(begun, written(stored(begun.form)), failure, { type: 'discard' });
  expect(state).toMatchObject({ form: OPENED.form, copy: null, writeFailure: null });
  expect(isUnsaved(state)).toBe(false);
  expect(write(state)).toBeNull();
  const undone = reduce(state, { type: 'undo-discard' });
  expect(undone).toMatchObject({ form: begun.form, discarded: null });
  expect(write(undone)).toMatchObject({ expected: null, input: { form: begun.form } });
});

test('discarding work on an older version shows the current one; undoing finds the conflict', () => {
  const base = { ...OPENED.form, title: 'Before' };
  const baseline = { document: THEIRS, version: 3, form: base, base };
  const copy = stored({ ...base, excerpt: 'Mine' });
  const state = initialState(POSTS, { baseline, copy, localDrafts: [] }, 'key');
  expect(write(state)).toBeNull();
  const discarded = reduce(state, { type: 'discard' });
  expect(discarded).toMatchObject({ form: toForm(THEIRS), baseline: { version: 4 } });
  expect(reduce(discarded, { type: 'undo-discard' })).toMatchObject({
    form: copy.form,
    baseline: { version: 3 },
  });
});

test('a discarded form cannot be brought back after a save', () => {
  const begun = reduce(OPENED, typed('Mine'), { type: 'discard' }, typed('Other'));
  const document = { ...POST, title: 'Other' };
  expect(reduce(begun, { type: 'saved', document, sent: begun.form, at: AT }).discarded).toBeNull();
});

test('a restored local draft is written over the working copy', () => {
  const copy = stored({ ...OPENED.form, title: 'On the server' });
  const state = open(POST, copy);
  const { baseline, creationKey } = state;
  const form = { ...OPENED.form, title: 'Typed offline' };
  const restored = reduce(state, { type: 'restore-draft', form, baseline, creationKey, copy });
  expect(write(restored)).toMatchObject({ expected: 70, input: { form } });
});

test('a restored local draft ends the conflict of the form before it', () => {
  const conflicting = reduce(OPENED, typed('Mine'), failed(409, { kind: 'save', theirs: THEIRS }));
  expect(conflicting.conflict).not.toBeNull();
  const { form, baseline, creationKey } = OPENED;
  const restore = { type: 'restore-draft', form, baseline, creationKey, copy: null } as const;
  expect(reduce(conflicting, restore)).toMatchObject({ conflict: null, failure: null });
});

test('after discarding, a post that was restored elsewhere is written again', () => {
  const gone = reduce(OPENED, typed('Mine'), failed(404, { kind: 'save' }));
  expect(reduce(gone, { type: 'discard' }).deleted).toBe('save');
  const back = reduce(gone, { type: 'discard', document: POST }, typed('Other'));
  expect(back.deleted).toBeNull();
  expect(write(back)).not.toBeNull();
});

test('a restored draft of another new post is written to its own working copy', () => {
  const begun = reduce(NEW, typed('One'));
  const sent = reduce(begun, written(stored(begun.form, { id: 'key', base_version: 0 }), 'key'));
  const form = { ...EMPTY_FORM, title: 'Other' };
  const restore = {
    type: 'restore-draft',
    form,
    baseline: NEW.baseline,
    creationKey: 'b',
  } as const;
  expect(write(reduce(sent, { ...restore, copy: null }))).toMatchObject({
    id: 'b',
    expected: null,
  });
});

test('Unpublish takes the box away and leaves the private changes, based on the new version', () => {
  const live = { ...POST, published: true };
  const offline = { ...live, published: false, version: 4 };
  const before = reduce(open(live), typed('Other'), { type: 'start-save', kind: 'unpublish' });
  const after = reduce(before, { type: 'unpublished', document: offline }, { type: 'end-save' });
  expect(after.form).toEqual({ ...toForm(offline), title: 'Other' });
  expect(after.baseline).toEqual(baselineOf(POSTS, offline));
  expect(nextWrite(after, after.form)?.input).toMatchObject({ base_version: 4 });
});

test('what was discarded before Unpublish comes back as private changes of the draft', () => {
  const live = { ...POST, published: true };
  const offline = { ...live, published: false, version: 4 };
  const discarded = reduce(open(live), typed('Other'), { type: 'discard' });
  const after = reduce(
    discarded,
    { type: 'unpublished', document: offline },
    { type: 'undo-discard' },
  );
  expect(after.form).toEqual({ ...toForm(offline), title: 'Other' });
  expect(after.baseline).toEqual(baselineOf(POSTS, offline));
});

test('Unschedule takes the date away, and leaves one that was typed since', () => {
  const scheduled = { ...POST, publish_at: '2036-01-01T12:00:00.000Z' };
  const document = { ...POST, version: 4 };
  const ended = (state: EditorState) => reduce(state, { type: 'unpublished', document });
  const after = ended(reduce(open(scheduled), typed('Other')));
  expect(after.form).toEqual({ ...toForm(document), title: 'Other' });
  const publish_at = '2036-02-02T12:00:00.000Z';
  const moved = reduce(open(scheduled), { type: 'change', fields: { publish_at } });
  expect(ended(moved).form).toEqual({ ...toForm(document), publish_at });
});

test('Unpublish of a post that was saved elsewhere leaves what the next save compares with', () => {
  const live = { ...POST, published: true };
  const document = { ...THEIRS, published: false, version: 5 };
  const after = reduce(open(live), typed('Other'), { type: 'unpublished', document });
  expect(after.baseline).toEqual({ ...baselineOf(POSTS, live), document });
  expect(after.form).toEqual({ ...toForm(live), title: 'Other' });
});

test('closing lets the editor write, and a failure is shown until it has', () => {
  const closing = reduce(OPENED, typed('Other'), { type: 'start-save', kind: 'keep' });
  expect(isWritingPaused(closing)).toBe(false);
  const failed = reduce(closing, { type: 'end-save' }, { type: 'not-closed' });
  expect(failed.isNotClosed).toBe(true);
  expect(reduce(failed, { type: 'written', id: POST.id, copy: null }).isNotClosed).toBe(false);
});
