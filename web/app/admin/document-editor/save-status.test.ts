import { expect, test } from 'vitest';
import { PAGE } from '../../../../test-support/documents.ts';
import { AdminApiError } from '../api/request.ts';
import { PAGES } from '../pages/page-kind.ts';
import { POSTS } from '../post-editor/post-kind.ts';
import { baselineOf } from './editor-state.ts';
import { explainFailure, explainWriteFailure } from './save-failure.ts';
import { isTrouble, problemOf, statusOf } from './save-status.tsx';
import type { EditorStatus } from './use-document-editor.ts';

const QUIET: EditorStatus = {
  kind: POSTS,
  savedState: 'live',
  publishAt: '',
  conflict: null,
  copy: null,
  failure: null,
  saving: null,
  savedAt: null,
  writeFailure: null,
  isLeaving: false,
  isNotClosed: false,
  isUnsent: false,
  localDraftState: 'none',
  unsaved: false,
  waiting: false,
};

const COPY = {
  id: PAGE.id,
  base_version: 2,
  version: 70,
  created_at: '2026-01-02T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  form: baselineOf(PAGES, PAGE).form,
};
const KEPT = { unsaved: true, copy: COPY };
const UNSENT = { unsaved: true, isUnsent: true };
const SCHEDULED = { savedState: 'scheduled', publishAt: '2036-11-20T08:00:00.000Z' } as const;

const say = (status: Partial<EditorStatus>) =>
  statusOf({ ...QUIET, ...status }, 'Europe/Berlin').replaceAll('\u202f', ' ');
const problem = (status: Partial<EditorStatus>) => problemOf({ ...QUIET, ...status });

test('the state begins with what readers see', () => {
  expect(say({})).toBe('Published');
  expect(say({ savedState: 'draft' })).toBe('Draft');
  expect(say({ savedState: 'new' })).toBe('New');
  expect(say(SCHEDULED)).toBe('Scheduled for Nov 20, 2036, 9:00 AM');
});

test('a draft is autosaved, also one that no button has saved', () => {
  const autosaved = 'Draft · Autosaved Jan 2';
  expect(say({ ...KEPT, savedState: 'draft' })).toBe(autosaved);
  expect(say({ ...KEPT, savedState: 'new' })).toBe(autosaved);
});

test('there are private changes only where readers see something else, or will', () => {
  expect(say(KEPT)).toBe('Published · private changes');
  expect(say({ ...KEPT, ...SCHEDULED })).toMatch(/^Scheduled for .+ · private changes$/);
});

test('it says what is on its way', () => {
  const savedAt = new Date('2026-01-01T23:30:00Z');
  expect(say({ savedAt })).toBe('Published · Saved Jan 2');
  expect(say(UNSENT)).toBe('Published · Saving…');
  expect(say({ ...UNSENT, savedState: 'new' })).toBe('Draft · Saving…');
  expect(say({ ...UNSENT, saving: 'save' })).toBe('Published · Saving…');
  expect(say({ ...UNSENT, isLeaving: true })).toBe('Published · Saving…');
  expect(say({ ...UNSENT, waiting: true })).toBe('Published · Uploading…');
  expect(say({ ...UNSENT, localDraftState: 'failed' })).toBe('Published · Not saved');
});

test('without a connection it says so once, with what happens next', () => {
  const writeFailure = explainWriteFailure(new TypeError('Failed to fetch'));
  const offline = { ...UNSENT, savedState: 'draft', writeFailure } as const;
  expect(say(offline)).toBe('Draft · Offline');
  expect(problem(offline)).toBe(
    'You’re offline. We’ll retry automatically. Your text is safe in this browser.',
  );
  const failure = explainFailure(new TypeError('Failed to fetch'));
  expect(say({ ...offline, failure })).toBe('Draft · Offline');
  expect(problem({ ...offline, failure })).toBe(
    'You’re offline. Please try again once you’re connected. Your text is safe in this browser.',
  );
});

test('after a failed save it names the fields and says where the text is', () => {
  const errors = { slug: ['is taken'], title: ['must not be empty'] };
  const failure = explainFailure(new AdminApiError('PUT /x', 400, { errors }));
  const failed = { ...QUIET, ...KEPT, failure };
  expect(isTrouble(failed)).toBe(true);
  expect(say(failed)).toBe('Published · Not saved');
  expect(problem(failed)).toBe('Please correct Address and Title. Your text is autosaved.');
  const unsent = { ...failed, isUnsent: true };
  expect(problem(unsent)).toContain('Your text is safe in this browser.');
  expect(problem({ ...unsent, localDraftState: 'failed' })).toContain('please stay on this page');
  expect(isTrouble({ ...failed, saving: 'save' })).toBe(false);
});

test('an editor that could not be closed says why', () => {
  const error = new AdminApiError('PUT /x', 507, { detail: 'The disk is full.' });
  const failed = { ...UNSENT, isNotClosed: true, writeFailure: explainWriteFailure(error) };
  expect(problem(failed)).toBe(
    'The editor stays open: the server does not have your changes yet. The disk is full. Your text is safe in this browser.',
  );
});

test('what is said beside the problem is not said twice', () => {
  expect(problem({ failure: explainFailure(new AdminApiError('PUT /x', 404, {})) })).toBe('');
});
