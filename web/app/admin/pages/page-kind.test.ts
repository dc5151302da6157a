import type { Page } from '@longhand/contract/pages/pages';
import { expect, test, vi } from 'vitest';
import { PAGE } from '../../../../test-support/documents.ts';
import { AdminApiError } from '../api/request.ts';
import { createPlaceholders } from '../content/pictures/placeholders.ts';
import { createCopyWriter } from '../document-editor/drafts/write-copy.ts';
import {
  baselineOf,
  type EditorAction,
  type EditorState,
  initialState,
} from '../document-editor/editor-state.ts';
import { reduceEditor } from '../document-editor/reduce-editor.ts';
import { explainFailure } from '../document-editor/save-failure.ts';
import { isSameForm } from '../post-form/forms.ts';
import { toPageForm } from './page-form.ts';
import { PAGES, type PageTypes } from './page-kind.ts';

const THEIRS: Page = { ...PAGE, content: '<p>Theirs</p>', meta_description: 'Theirs', version: 3 };

type Action = EditorAction<PageTypes>;

const open = (page: Page | null) =>
  initialState(PAGES, { baseline: baselineOf(PAGES, page), copy: null, localDrafts: [] }, 'key');
const run = (state: EditorState<PageTypes>, ...actions: Action[]) =>
  actions.reduce(reduceEditor<PageTypes>, state);
const change = (fields: Partial<PageTypes['form']>): Action => ({ type: 'change', fields });
const isUnsaved = ({ form, baseline }: EditorState<PageTypes>) => !isSameForm(form, baseline.form);

function failed(status: number, theirs?: Page): Action {
  const failure = explainFailure(new AdminApiError('PUT /x', status, {}));
  const over = baselineOf(PAGES, PAGE);
  return { type: 'save-failed', failure, kind: 'save', over, theirs, newKey: 'new' };
}

test('a save takes the address and order from the server, and keeps what was typed since', () => {
  const sent = { ...open(null).form, title: 'Now', slug: 'now', content: '<p>a</p>' };
  const document = { ...PAGE, ...sent, slug: 'now-2', position: 9, version: 1 };
  const saved: Action = { type: 'saved', document, sent, at: new Date(0) };
  const state = run(open(null), change(sent), change({ content: '<p>ab</p>' }), saved);
  expect(state.form).toMatchObject({ slug: 'now-2', position: '9', content: '<p>ab</p>' });
  expect(state.baseline).toMatchObject({ document: { id: PAGE.id }, version: 1 });
  expect(isUnsaved(state)).toBe(true);
  expect(isUnsaved(run(state, change({ content: '<p>a</p>' })))).toBe(false);
});

test('a save says that readers see it at once', () => {
  const isPublic = true;
  expect(PAGES.effects(open(null), 'UTC').save).toEqual({ text: 'goes online now', isPublic });
  expect(PAGES.effects(open(PAGE), 'UTC').save).toEqual({
    text: 'updates the live page',
    isPublic,
  });
});

test('a conflict merges field by field, or takes the other version', () => {
  const conflict = run(open(PAGE), change({ content: '<p>Mine</p>' }), failed(409, THEIRS));
  expect(conflict.conflict?.isOpen).toBe(true);
  expect(run(conflict, { type: 'merge' }).form).toMatchObject({
    content: '<p>Mine</p>',
    meta_description: 'Theirs',
  });
  expect(run(conflict, { type: 'dismiss-conflict' })).toMatchObject({
    conflict: null,
    form: { content: '<p>Mine</p>' },
    baseline: { version: 2 },
  });
  expect(run(conflict, { type: 'take-theirs' })).toMatchObject({
    conflict: null,
    failure: null,
    form: toPageForm(THEIRS),
    baseline: { version: 3 },
  });
});

test('a page that was deleted elsewhere can be saved as a new one', () => {
  expect(run(open(PAGE), failed(404)).deleted).toBe('save');
  expect(run(open(PAGE), failed(500)).deleted).toBeNull();
});

test('the working copy has only what was changed, and the title', async () => {
  const save = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
  const kind = { ...PAGES, copies: { ...PAGES.copies, save } };
  const opened = { baseline: baselineOf(kind, PAGE), copy: null, localDrafts: [] };
  const state = run(initialState(kind, opened, 'key'), change({ meta_description: 'Ours' }));
  const store = { getState: () => state, dispatch: () => {} };
  await createCopyWriter(store, createPlaceholders())(false);
  const form = { title: 'Imprint', meta_description: 'Ours' };
  expect(save.mock.lastCall?.slice(0, 2)).toEqual([PAGE.id, { base_version: 2, form }]);
});
