import { type Post, postDefaults } from '@longhand/contract/posts';
import { expect, test } from 'vitest';
import { AdminApiError } from './admin-api.ts';
import {
  baselineOf,
  type EditorAction,
  type EditorState,
  initialState,
  isUnsaved,
  reduceEditor,
  type SaveKind,
} from './editor-state.ts';
import { EMPTY_FORM, toForm } from './post-form.ts';
import { explainFailure } from './save-failure.ts';

const POST: Post = {
  ...postDefaults('2026-01-01T00:00:00.000Z'),
  id: '01900000-0000-7000-8000-000000000000',
  slug: 'title',
  title: 'Title',
  excerpt: 'Excerpt',
  content: '<p>Content</p>',
  version: 3,
};
const THEIRS: Post = { ...POST, title: 'Theirs', excerpt: 'Theirs', version: 4 };
const OPENED = initialState(POST, [], 'key');
const AT = new Date(0);

function reduce(state: EditorState, ...actions: EditorAction[]): EditorState {
  return actions.reduce(reduceEditor, state);
}

function failed(
  status: number,
  options: { kind?: SaveKind; over?: Post | null; theirs?: Post } = {},
) {
  const { kind = 'draft', over = POST, theirs } = options;
  const errors = { title: ['is wrong'], tags: ['are wrong'] };
  const problem = status === 400 ? { errors } : {};
  const failure = explainFailure(status && new AdminApiError('PUT /x', status, problem), AT);
  const baseline = baselineOf(over);
  return { type: 'save-failed', failure, kind, over: baseline, theirs, newKey: 'new' } as const;
}

const typed = (title: string) => ({ type: 'change', fields: { title } }) as const;
const conflict = (kind: SaveKind = 'draft') => failed(409, { kind, theirs: THEIRS });

test('a form is unsaved from the first change until it is reverted', () => {
  expect(isUnsaved(OPENED)).toBe(false);
  expect(isUnsaved(reduce(OPENED, typed('Other')))).toBe(true);
  expect(isUnsaved(reduce(OPENED, typed('Other'), typed('Title')))).toBe(false);
  expect(initialState(null, [], 'key')).toMatchObject({ form: EMPTY_FORM, creationKey: 'key' });
});

test('changing a field removes its error only', () => {
  const state = reduce(OPENED, failed(400), typed('Other'));
  expect(state.failure?.errors).toEqual({ tags: ['are wrong'] });
});

test('a saved form is the new baseline, as it was typed', () => {
  const sent = { ...OPENED.form, title: ' Other ' };
  const post = { ...POST, title: 'Other', slug: 'other', version: 4 };
  const before = reduce(OPENED, typed(' Other '), conflict(), failed(404));
  const state = reduce(before, { type: 'saved', post, sent, at: AT });
  expect(isUnsaved(state)).toBe(false);
  expect(state).toMatchObject({
    form: { title: ' Other ', slug: 'other' },
    baseline: { post, version: 4 },
    savedAt: AT,
    failure: null,
    conflict: null,
    deleted: null,
  });
});

test('what was typed during a save is an unsaved change', () => {
  const sent = { ...OPENED.form, title: 'Sent' };
  const post = { ...POST, title: 'Sent', slug: 'sent' };
  const state = reduce(OPENED, typed('Sent and more'), { type: 'saved', post, sent, at: AT });
  expect(state.form).toMatchObject({ title: 'Sent and more', slug: 'sent' });
  expect(isUnsaved(state)).toBe(true);
});

test('a post stays marked as deleted until a save succeeds', () => {
  const gone = reduce(OPENED, failed(404, { kind: 'publish' }));
  expect(gone.deleted).toBe('publish');
  expect(reduce(OPENED, failed(0, { kind: 'stay' })).deleted).toBeNull();
  // The response to 'save this as a new post' was lost: it can be retried.
  for (const status of [0, 400, 502])
    expect(reduce(gone, failed(status, { kind: 'stay' })).deleted).toBe('publish');
});

test('a creation key is reused until its post is known to be deleted', () => {
  const gone = { ...OPENED, deleted: 'draft' } as const;
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
  expect(begun.conflict).toMatchObject({ theirs: THEIRS, choices: {} });
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
    postId: POST.id,
    version: 3,
    form: EMPTY_FORM,
    keptAt: 0,
  });
  const begun = reduce(initialState(POST, [draft('a')], 'key'), {
    type: 'offer-draft',
    draft: draft('b'),
  });
  expect(begun.localDrafts.map(({ key }) => key)).toEqual(['b', 'a']);
  const state = reduce(
    begun,
    { type: 'remove-draft', key: 'a' },
    { type: 'restore-draft', form: EMPTY_FORM, baseline: begun.baseline, creationKey: 'own' },
  );
  expect(state).toMatchObject({ form: EMPTY_FORM, creationKey: 'own' });
  expect(state.localDrafts).toEqual([draft('b')]);
});

test('saving and uploads are counted from their start to their end', () => {
  const begun = reduce(OPENED, { type: 'start-save', kind: 'stay' }, { type: 'start-upload' });
  expect(begun).toMatchObject({ saving: 'stay', uploads: 1 });
  const ended = reduce(begun, { type: 'end-upload' }, { type: 'end-save' });
  expect(ended).toEqual(OPENED);
});
