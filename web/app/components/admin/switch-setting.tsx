import { useId } from 'react';
import type { SwitchSetting as Name } from '../../lib/admin/settings-form.ts';
import { SETTING_LABELS } from '../../lib/admin/settings-labels.ts';
import type { Settings } from '../../lib/admin/use-settings.ts';
import admin from './admin.module.css';
import { FieldNotes } from './field-notes.tsx';

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
