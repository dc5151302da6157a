import { useId } from 'react';
import admin from '../ui/admin.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import type { SwitchSetting as Name } from './settings-form.ts';
import { SETTING_LABELS } from './settings-labels.ts';
import type { Settings } from './use-settings.ts';

type Props = { settings: Settings; name: Name; hint: string };

export function SwitchSetting({ settings, name, hint }: Props) {
  const id = useId();
  const locked = settings.lockedHint(name);
  return (
    <div>
      <label className={admin.box}>
        <input
          type="checkbox"
          checked={settings.form[name]}
          disabled={locked !== undefined}
          aria-describedby={`${id}-notes`}
          onChange={(event) => settings.change({ [name]: event.target.checked })}
        />
        {SETTING_LABELS[name]}
      </label>
      <FieldNotes id={id} hint={locked ?? hint} />
    </div>
  );
}
