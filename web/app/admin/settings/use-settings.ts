import type { SettingName } from '@longhand/contract/site/site-defaults';
import type { SiteSettings } from '@longhand/contract/site/site-settings';
import { useRef, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { logFailure } from '../ui/alerts.ts';
import { refreshSite } from '../ui/latest-site.ts';
import { listFormat } from '../words/list-format.ts';
import { rebaseForm, type SettingsForm, toForm, toInput } from './settings-form.ts';
import { explainSettingsFailure, type SettingsFailure, withoutErrors } from './settings-status.ts';

/** Undefined if the setting can be changed here. */
function lockedHint({ locked, locked_by }: SiteSettings, name: SettingName): string | undefined {
  if (!locked.includes(name)) return undefined;
  const variables = locked_by[name] ?? [];
  return `Set by the environment variable${variables.length > 1 ? 's' : ''} ${listFormat.format(variables)}`;
}

export function useSettings(loaded: SiteSettings) {
  const [saved, setSaved] = useState(loaded);
  const [form, setForm] = useState(() => toForm(loaded));
  const [isSaving, setSaving] = useState(false);
  const [outcome, setOutcome] = useState<'saved' | 'unchanged' | null>(null);
  const [failure, setFailure] = useState<SettingsFailure | null>(null);
  // Of two presses in one frame, the second must not send it again.
  const sending = useRef(false);
  const input = toInput(form, toForm(saved), saved.locked);
  const isChanged = Object.keys(input).length > 0;

  /** `paths` are those of the errors that no longer hold. */
  function change(fields: Partial<SettingsForm>, ...paths: string[]): void {
    setForm((now) => ({ ...now, ...fields }));
    setOutcome(null);
    setFailure((now) => withoutErrors(now, paths.length > 0 ? paths : Object.keys(fields)));
  }

  async function send(): Promise<void> {
    try {
      const next = await adminApi.saveSettings(input);
      setSaved(next);
      setForm((now) => rebaseForm(now, form, toForm(next)));
      setFailure(null);
      setOutcome('saved');
      void refreshSite();
    } catch (error) {
      logFailure(error);
      setFailure(explainSettingsFailure(error, form));
    }
  }

  async function save(): Promise<void> {
    if (sending.current) return;
    if (!isChanged) {
      setFailure(null);
      setOutcome('unchanged');
      return;
    }
    sending.current = true;
    setOutcome(null);
    setSaving(true);
    await send();
    setSaving(false);
    sending.current = false;
  }

  return {
    saved,
    form,
    isChanged,
    isSaving,
    outcome,
    failure,
    errors: failure?.errors ?? {},
    change,
    save,
    lockedHint: (name: SettingName) => lockedHint(saved, name),
    /** Pictures are saved at once, apart from the form. */
    takePictures({ icon, logo }: SiteSettings): void {
      setSaved((now) => ({ ...now, icon, logo }));
      void refreshSite();
    },
  };
}

export type Settings = ReturnType<typeof useSettings>;
