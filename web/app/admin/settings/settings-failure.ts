import type { FieldErrors } from '@longhand/contract/problems';
import { SETTING_NAMES } from '@longhand/contract/site-defaults';
import { AdminApiError, SessionOverError } from '../api/request.ts';
import { reasonOf, sentence } from '../document-editor/save-failure.ts';
import { errorsByRow, type SettingsForm, SWITCH_SETTINGS } from './settings-form.ts';

export type SettingsFailure = {
  readonly at: Date;
  /** Shown at the fields; those of a link as `links.KEY.url`. */
  readonly errors: FieldErrors;
  /** Shown at the button, for everything that no field can show. */
  readonly reason: string | null;
  readonly isSessionOver: boolean;
};

function showsErrors(path: string): boolean {
  const [name] = path.split('.');
  const isSwitch = SWITCH_SETTINGS.some((setting) => setting === name);
  if (name === 'words') return true;
  return !isSwitch && SETTING_NAMES.some((setting) => setting === name);
}

export function explainSettingsFailure(
  error: unknown,
  sent: SettingsForm,
  at = new Date(),
): SettingsFailure {
  const isSessionOver = error instanceof SessionOverError;
  const found = error instanceof AdminApiError ? error.problem.errors : undefined;
  if (!found) return { at, errors: {}, reason: reasonOf(error), isSessionOver };
  const all = Object.entries(errorsByRow(found, sent));
  return {
    at,
    errors: Object.fromEntries(all.filter(([path]) => showsErrors(path))),
    reason: sentence(all.filter(([path]) => !showsErrors(path))),
    isSessionOver,
  };
}

/** Drops the errors of what is being changed. */
export function withoutErrors(
  failure: SettingsFailure | null,
  changed: readonly string[],
): SettingsFailure | null {
  if (!failure) return null;
  const errors = Object.entries(failure.errors).filter(([path]) => !changed.includes(path));
  const isSettled = errors.length === 0 && failure.reason === null;
  return isSettled ? null : { ...failure, errors: Object.fromEntries(errors) };
}
