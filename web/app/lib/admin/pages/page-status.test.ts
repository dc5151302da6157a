import { expect, test } from 'vitest';
import { type PageStatus, pageStatus } from './page-status.ts';

const QUIET: PageStatus = {
  saving: false,
  waiting: false,
  savedAt: null,
  failure: null,
  unsaved: false,
  isKept: false,
  canKeep: true,
};

test('the bar says what is saved, kept, or neither', () => {
  expect(pageStatus(QUIET)).toBe('No changes.');
  expect(pageStatus({ ...QUIET, savedAt: new Date() })).toMatch(
    /^Saved at .+ The page is public\.$/,
  );
  expect(pageStatus({ ...QUIET, unsaved: true })).toBe('Unsaved, but kept in this browser.');
  expect(pageStatus({ ...QUIET, unsaved: true, isKept: true })).toBe(
    'Kept in this browser. Save page makes it public.',
  );
  expect(pageStatus({ ...QUIET, unsaved: true, isKept: true, canKeep: false })).toContain(
    'This browser cannot keep it',
  );
  expect(pageStatus({ ...QUIET, waiting: true })).toContain('An image is being uploaded');
});

test('after a failed save it names the fields and says where the text is', () => {
  const failure = {
    at: new Date(0),
    status: 400,
    errors: { slug: ['is taken'], title: ['must not be empty'] },
    reason: null,
    isSessionOver: false,
  };
  const text = pageStatus({ ...QUIET, unsaved: true, failure });
  expect(text).toContain('Please correct Address and Title, then save again.');
  expect(text).toContain('What you wrote is kept in this browser.');
});
