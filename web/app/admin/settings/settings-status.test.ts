import { expect, test } from 'vitest';
import { AdminApiError, SessionOverError } from '../api/request.ts';
import { addLink, type SettingsForm } from './settings-form.ts';
import { explainSettingsFailure, statusOf, withoutErrors } from './settings-status.ts';

const QUIET = { failure: null, isChanged: false, isSaving: false, outcome: null };
const SENT = {
  links: addLink([]).map((row) => ({ ...row, label: 'Code', url: 'code.example' })),
} as Partial<SettingsForm>;

function refused(errors: Record<string, string[]>) {
  const error = new AdminApiError('PUT', 400, { detail: 'Some of the input is not valid', errors });
  return explainSettingsFailure(error, SENT as SettingsForm);
}

test('the status names the fields that were refused', () => {
  const failure = refused({ site_name: ['must not be empty'], 'links.0.url': ['is wrong'] });
  expect(failure.errors['links.link-0.url']).toEqual(['is wrong']);
  expect(failure.reason).toBeNull();
  expect(statusOf({ ...QUIET, isChanged: true, failure })).toMatch(
    /^Not saved at .+ Please correct Site name and Links\.$/,
  );
});

test('what no field shows is a sentence at the button', () => {
  const failure = refused({ body: ['must be an object'] });
  expect(failure.errors).toEqual({});
  expect(failure.reason).toBe('Not valid: body must be an object.');
});

test('an ended session and a lost connection are said at the button', () => {
  const ended = explainSettingsFailure(new SessionOverError('PUT'), SENT as SettingsForm);
  expect(ended.isSessionOver).toBe(true);
  expect(ended.reason).toMatch(/session has ended/);
  const lost = explainSettingsFailure(new TypeError('Failed to fetch'), SENT as SettingsForm);
  expect(lost.reason).toMatch(/You’re offline/);
  expect(statusOf({ ...QUIET, failure: lost })).toMatch(/Your changes are still here\.$/);
});

test('an error goes when its field is changed, and the failure with the last one', () => {
  const failure = refused({ site_name: ['is long'], accent: ['has too little contrast'] });
  const rest = withoutErrors(failure, ['site_name']);
  expect(Object.keys(rest?.errors ?? {})).toEqual(['accent']);
  expect(withoutErrors(rest, ['accent'])).toBeNull();
});

test('the status says what was saved, and what is newer', () => {
  expect(statusOf({ ...QUIET, outcome: 'saved' })).toBe('Saved. Your changes are live.');
  expect(statusOf({ ...QUIET, outcome: 'saved', isChanged: true })).toMatch(
    /newer unsaved changes/,
  );
  expect(statusOf({ ...QUIET, outcome: 'unchanged' })).toMatch(/^No changes to save/);
  expect(statusOf({ ...QUIET, isChanged: true })).toBe('Unsaved changes.');
});
