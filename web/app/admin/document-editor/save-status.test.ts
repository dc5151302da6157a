import type { Page } from '@longhand/contract/pages';
import { expect, test } from 'vitest';
import { AdminApiError } from '../api/request.ts';
import { PAGES } from '../pages/page-kind.ts';
import { POSTS } from '../post-editor/post-kind.ts';
import { baselineOf } from './editor-state.ts';
import { explainFailure } from './save-failure.ts';
import { isTrouble, statusOf } from './save-status.ts';
import type { EditorStatus } from './use-document-editor.ts';

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

const QUIET: EditorStatus = {
  kind: PAGES,
  baseline: baselineOf(PAGES, PAGE),
  conflict: null,
  copy: null,
  failure: null,
  saving: null,
  savedAt: null,
  writeFailure: null,
  isLeaving: false,
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
  form: QUIET.baseline.form,
};

const say = (status: Partial<EditorStatus>) => {
  const { text, detail } = statusOf({ ...QUIET, ...status });
  return [text, detail].filter(Boolean).join(' ');
};

test('the bar says what is saved, kept on the server or in this browser, or neither', () => {
  expect(say({})).toBe('No changes.');
  const savedAt = new Date();
  expect(say({ savedAt })).toMatch(/^Saved at .+ The page is public\.$/);
  expect(say({ savedAt, kind: POSTS })).toMatch(/^Saved at .+M\.$/);
  expect(say({ unsaved: true, copy: COPY })).toMatch(/^Saved .+ The page is unchanged\.$/);
  const isNew = { unsaved: true, copy: COPY, baseline: baselineOf(PAGES, null) };
  expect(say(isNew)).toMatch(/^Saved .+ Not a page yet\.$/);
  expect(say({ ...isNew, kind: POSTS })).toMatch(/^Saved .+ Not a post yet\.$/);
  const unsent = { unsaved: true, isUnsent: true };
  expect(say({ ...unsent, isWriting: true })).toBe('Saving…');
  expect(say(unsent)).toBe('Unsaved, but kept in this browser.');
  expect(say({ ...unsent, localDraftState: 'failed' })).toContain('This browser cannot store it');
  expect(say({ ...unsent, waiting: true })).toContain('when the image is uploaded');
  expect(say({ ...unsent, saving: 'save' })).toBe('On its way to the server…');
  expect(say({ ...unsent, isLeaving: true })).toBe('Saving before you leave…');
});

test('after a failed save it names the fields and says where the text is', () => {
  const errors = { slug: ['is taken'], title: ['must not be empty'] };
  const failure = explainFailure(new AdminApiError('PUT /x', 400, { errors }));
  const failed = { ...QUIET, unsaved: true, failure };
  expect(isTrouble(failed)).toBe(true);
  expect(say(failed)).toContain('Please correct Address and Title, then save again.');
  expect(say(failed)).toContain('What you wrote is kept on the server.');
  const unsent = { ...failed, isUnsent: true };
  expect(say(unsent)).toContain('What you wrote is kept in this browser.');
  expect(say({ ...unsent, localDraftState: 'failed' })).toContain('please stay on this page');
  expect(isTrouble({ ...failed, saving: 'save' })).toBe(false);
});
