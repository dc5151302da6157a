import { expect, test } from 'vitest';
import { PAGE } from '../../../../test-support/documents.ts';
import { AdminApiError } from '../api/request.ts';
import { PAGES } from '../pages/page-kind.ts';
import { POSTS } from '../post-editor/post-kind.ts';
import { baselineOf } from './editor-state.ts';
import { explainFailure, explainWriteFailure } from './save-failure.ts';
import { isTrouble, statusOf } from './save-status.ts';
import type { EditorStatus } from './use-document-editor.ts';

const QUIET: EditorStatus = {
  kind: PAGES,
  savedState: 'live',
  conflict: null,
  copy: null,
  failure: null,
  saving: null,
  savedAt: null,
  unpublishedAt: null,
  writeFailure: null,
  isLeaving: false,
  isNotClosed: false,
  isUnsent: false,
  isWriting: false,
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

const say = (status: Partial<EditorStatus>) => {
  const { text, detail } = statusOf({ ...QUIET, ...status });
  return [text, detail].filter(Boolean).join(' ');
};

test('the bar says what is saved, kept as private changes, on this device, or neither', () => {
  expect(say({})).toBe('No private changes.');
  const savedAt = new Date();
  expect(say({ savedAt })).toMatch(/^Saved at .+ The page is public\.$/);
  expect(say({ savedAt, kind: POSTS })).toMatch(/^Saved at .+M\.$/);
  const kept = { unsaved: true, copy: COPY };
  expect(say(kept)).toMatch(/^Private changes kept .+\. The public page stays as it is\.$/);
  const isNew = { ...kept, savedState: 'new' } as const;
  expect(say(isNew)).toMatch(/^Private changes kept .+\. It is not a page yet\.$/);
  expect(say({ ...isNew, kind: POSTS })).toMatch(/kept .+\. It is not a post yet\.$/);
  const unsent = { unsaved: true, isUnsent: true };
  expect(say({ ...unsent, isWriting: true })).toBe('Keeping private changes…');
  expect(say(unsent)).toBe('On this device, not on the server yet.');
  expect(say({ ...unsent, localDraftState: 'failed' })).toContain('nor on this device');
  expect(say({ ...unsent, waiting: true })).toContain('when the image is uploaded');
  expect(say({ ...unsent, saving: 'save' })).toBe('On its way to the server…');
  expect(say({ ...unsent, isLeaving: true })).toBe('Keeping private changes before you leave…');
});

test('after a failed save it names the fields and says where the text is', () => {
  const errors = { slug: ['is taken'], title: ['must not be empty'] };
  const failure = explainFailure(new AdminApiError('PUT /x', 400, { errors }));
  const failed = { ...QUIET, unsaved: true, failure };
  expect(isTrouble(failed)).toBe(true);
  expect(say(failed)).toContain('Please correct Address and Title, then save again.');
  expect(say(failed)).toContain('What you wrote is kept as private changes.');
  const unsent = { ...failed, isUnsent: true };
  expect(say(unsent)).toContain('What you wrote is on this device.');
  expect(say({ ...unsent, localDraftState: 'failed' })).toContain('please stay on this page');
  expect(isTrouble({ ...failed, saving: 'save' })).toBe(false);
});

test('after Unpublish it says so, and what became of the private changes', () => {
  const unpublishedAt = new Date();
  const post = { kind: POSTS, savedState: 'draft', unpublishedAt } as const;
  expect(say(post)).toMatch(/^Unpublished at .+\. The post is a draft\.$/);
  expect(say({ ...post, unsaved: true })).toMatch(/\. Your private changes are kept\.$/);
});

test('an editor that could not be closed says why', () => {
  const writeFailure = explainWriteFailure(new TypeError('Failed to fetch'));
  const failed = { unsaved: true, isUnsent: true, isNotClosed: true, writeFailure };
  expect(say(failed)).toBe(
    'The editor stays open: the server does not have these private changes yet. No connection to the server. Another attempt follows automatically. What you wrote is on this device.',
  );
});
