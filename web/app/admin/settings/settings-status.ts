import type { SettingName } from '@longhand/contract/site-defaults';
import type { SettingsFailure } from './settings-failure.ts';
import { SETTING_LABELS } from './settings-labels.ts';
import type { Settings } from './use-settings.ts';

const listFormat = new Intl.ListFormat('en-US');

const OUTCOMES = {
  saved: 'Saved. Readers can see it now.',
  unchanged: 'Nothing to save: no setting was changed.',
} as const;

const KEPT = 'What you typed is still here.';

function notSaved({ at, errors }: SettingsFailure): string {
  const names = Object.keys(errors).map((path) => path.split('.')[0] as SettingName);
  const labels = [...new Set(names)].map((name) => SETTING_LABELS[name]);
  const advice = labels.length > 0 ? `Please correct ${listFormat.format(labels)}.` : KEPT;
  return `Not saved at ${at.toLocaleTimeString()}. ${advice}`;
}

type Status = Pick<Settings, 'failure' | 'isChanged' | 'isSaving' | 'outcome'>;

export function statusOf({ failure, isChanged, isSaving, outcome }: Status): string {
  if (isSaving) return 'On its way to the server…';
  if (failure) return notSaved(failure);
  // Something may have been typed while it was being saved.
  if (outcome === 'saved' && isChanged) return `${OUTCOMES.saved} There are newer changes.`;
  if (outcome) return OUTCOMES[outcome];
  return isChanged ? 'Changed, not saved yet.' : 'No changes.';
}
