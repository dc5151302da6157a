import { expect, test } from 'vitest';
import { AdminApiError, SessionOverError } from '../api/request.ts';
import { checkPasswords, explainPasswordFailure } from './password-change.ts';

const CALL = 'POST /admin/password';
const form = { old_password: 'old', new_password: 'a new password', again: 'a new password' };

test('two equal passwords of an allowed length are sent', () => {
  expect(checkPasswords(form)).toEqual({});
});

test.each([
  [{ again: 'a new passwort' }, { again: 'The new passwords do not match.' }],
  [
    { new_password: 'too short', again: 'too short' },
    { new_password: 'The new password must have at least 10 characters.' },
  ],
  [
    { new_password: 'x'.repeat(1_001) },
    { new_password: 'The new password must have at most 1000 characters.' },
  ],
])('%o is refused at its field', (fields, problems) => {
  expect(checkPasswords({ ...form, ...fields })).toEqual(problems);
});

test('a wrong old password is explained at its field', () => {
  const error = new AdminApiError(CALL, 403, { detail: 'The old password is not right.' });
  expect(explainPasswordFailure(error)).toEqual({ old_password: 'The old password is not right.' });
});

test('a new password that the server refuses is explained at its field', () => {
  const errors = { new_password: ['must have at least 10 characters'] };
  expect(explainPasswordFailure(new AdminApiError(CALL, 400, { errors }))).toEqual({
    new_password: 'The new password must have at least 10 characters.',
  });
});

test('what belongs to no field is explained at the button', () => {
  const tooMany = new AdminApiError(CALL, 429, { detail: 'Please try again in 5 minutes.' });
  expect(explainPasswordFailure(tooMany)).toEqual({ general: 'Please try again in 5 minutes.' });
  expect(explainPasswordFailure(new AdminApiError(CALL, 500, {})).general).toMatch(/not changed/);
  expect(explainPasswordFailure(new TypeError('fetch')).general).toMatch(/could not be reached/);
});

test('the end of the session needs no sentence here', () => {
  expect(explainPasswordFailure(new SessionOverError(CALL))).toEqual({});
});
