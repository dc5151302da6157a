import type { FieldErrors } from '@longhand/contract/problems';
import { SETTING_NAMES, type SettingName } from '@longhand/contract/site/site-defaults';
import { AdminApiError, SessionOverError } from '../api/request.ts';
import { reasonOf, sentence } from '../document-editor/save-failure.ts';
import { listFormat } from '../words/list-format.ts';
import { STATUS } from '../words/settings.ts';
import {
  errorsByRow,
  SETTING_LABELS,
  type SettingsForm,
  SWITCH_SETTINGS,
} from './settings-form.ts';
import type { Settings } from './use-settings.ts';

export type SettingsFailure = {
  readonly at: Date;
  /** The fields show them; the path of a link is `links.KEY.url`. */
  readonly errors: FieldErrors;
  /** Null if the fields show everything. */
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

export function withoutErrors(
  failure: SettingsFailure | null,
  changed: readonly string[],
): SettingsFailure | null {
  if (!failure) return null;
  const errors = Object.entries(failure.errors).filter(([path]) => !changed.includes(path));
  const isSettled = errors.length === 0 && failure.reason === null;
  return isSettled ? null : { ...failure, errors: Object.fromEntries(errors) };
}

function notSaved({ at, errors }: SettingsFailure): string {
  const names = Object.keys(errors).map((path) => path.split('.')[0] as SettingName);
  const labels = [...new Set(names)].map((name) => SETTING_LABELS[name]);
  const advice = labels.length > 0 ? `Please correct ${listFormat.format(labels)}.` : STATUS.kept;
  return `Not saved at ${at.toLocaleTimeString()}. ${advice}`;
}

type Status = Pick<Settings, 'failure' | 'isChanged' | 'isSaving' | 'outcome'>;

export function statusOf({ failure, isChanged, isSaving, outcome }: Status): string {
  if (isSaving) return 'Saving…';
  if (failure) return notSaved(failure);
  // Something may have been typed during the save.
  if (outcome === 'saved' && isChanged) return `${STATUS.saved} ${STATUS.newer}`;
  if (outcome) return STATUS[outcome];
  return isChanged ? 'Unsaved changes.' : 'No changes.';
}
