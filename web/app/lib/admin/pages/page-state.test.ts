import type { Page } from '@longhand/contract/pages';
import { expect, test } from 'vitest';
import type { SaveFailure } from '../save-failure.ts';
import { type PageForm, toPageForm } from './page-form.ts';
import {
  initialPageState,
  isPageUnsaved,
  type PageAction,
  type PageState,
  pageBaseline,
  reducePage,
} from './page-state.ts';

const PAGE: Page = {
  id: '01890000-0000-7000-8000-000000000001',
  slug: 'imprint',
  title: 'Imprint',
  content: '<p>Who</p>',
  meta_description: null,
  placement: 'footer',
  position: 3,
  is_default: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  version: 2,
};

function open(page: Page | null): PageState {
  return initialPageState({ baseline: pageBaseline(page), localDrafts: [] });
}

function run(state: PageState, ...actions: PageAction[]): PageState {
  return actions.reduce(reducePage, state);
}

const change = (fields: Partial<PageForm>): PageAction => ({ type: 'change', fields });
const derive = (title: string, slug: string): PageAction => ({
  type: 'derive-address',
  title,
  slug,
});

function failure(fields: Partial<SaveFailure> = {}): SaveFailure {
  return {
    at: new Date(0),
    status: 400,
    errors: {},
    reason: null,
    isSessionOver: false,
    ...fields,
  };
}

test('the address of a new page follows its title until it is edited', () => {
  const typed = run(open(null), change({ title: 'My page' }), derive('My page', 'my-page'));
  expect(typed.form.slug).toBe('my-page');
  const edited = run(
    typed,
    change({ slug: 'mine' }),
    change({ title: 'Other' }),
    derive('Other', 'other'),
  );
  expect(edited.form.slug).toBe('mine');
  expect(run(typed, change({ title: 'Later' }), derive('My page', 'my-page-2')).form.slug).toBe(
    'my-page',
  );
});

test('the address of a saved page does not follow its title', () => {
  const state = run(open(PAGE), change({ title: 'Legal' }), derive('Legal', 'legal'));
  expect(state.form.slug).toBe('imprint');
});

test('a save takes the address and order from the server, and keeps what was typed since', () => {
  const sent = { ...open(null).form, title: 'Now', slug: 'now', content: '<p>a</p>' };
  const before = run(open(null), change(sent), { type: 'start-save' });
  const page = { ...PAGE, ...sent, slug: 'now-2', position: 9, meta_description: null, version: 1 };
  const state = run(
    before,
    change({ content: '<p>ab</p>' }),
    { type: 'saved', page, sent, at: new Date(0) },
    { type: 'end-save' },
  );
  expect(state.form).toMatchObject({ slug: 'now-2', position: '9', content: '<p>ab</p>' });
  expect(state.baseline).toMatchObject({ page: { id: PAGE.id }, version: 1 });
  expect(isPageUnsaved(state)).toBe(true);
  expect(isPageUnsaved(run(state, change({ content: '<p>a</p>' })))).toBe(false);
});

test('a failed save keeps the form, and an error goes when its field is changed', () => {
  const errors = { slug: ['is taken'], title: ['must not be empty'] };
  const state = run(open(PAGE), change({ title: '' }), {
    type: 'save-failed',
    failure: failure({ errors }),
    theirs: null,
  });
  expect(state.form.title).toBe('');
  expect(run(state, change({ title: 'x' })).failure?.errors).toEqual({ slug: ['is taken'] });
});

test('a conflict offers the other version, and taking it changes what is saved over', () => {
  const theirs = { ...PAGE, content: '<p>Theirs</p>', version: 3 };
  const conflict = run(open(PAGE), change({ content: '<p>Mine</p>' }), {
    type: 'save-failed',
    failure: failure({ status: 409 }),
    theirs,
  });
  expect(conflict).toMatchObject({ theirs: { version: 3 }, form: { content: '<p>Mine</p>' } });
  expect(run(conflict, { type: 'dismiss-conflict' })).toMatchObject({
    theirs: null,
    form: { content: '<p>Mine</p>' },
    baseline: { version: 2 },
  });
  expect(run(conflict, { type: 'take-theirs' })).toMatchObject({
    theirs: null,
    failure: null,
    form: toPageForm(theirs),
    baseline: { version: 3 },
  });
});

test('a page that was deleted elsewhere can be saved as a new one', () => {
  const failed: PageAction = {
    type: 'save-failed',
    failure: failure({ status: 404 }),
    theirs: null,
  };
  expect(run(open(PAGE), failed).isDeleted).toBe(true);
  expect(run(open(null), failed).isDeleted).toBe(false);
});

test('keeping the form in the browser counts until the next change', () => {
  const kept = run(open(PAGE), change({ title: 'x' }), { type: 'keep' });
  expect(kept.isKept).toBe(true);
  expect(run(kept, change({ title: 'xy' })).isKept).toBe(false);
});
