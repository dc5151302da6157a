import { useId } from 'react';
import styles from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import type { TextSetting as TextSettingName } from './settings-form.ts';
import { SETTING_LABELS } from './settings-labels.ts';
import type { Settings } from './use-settings.ts';

type Props = {
  settings: Settings;
  name: TextSettingName;
  hint: string;
  /** Makes it a textarea. */
  rows?: number;
  /** Instead of the errors of the last save. */
  error?: string | undefined;
  attributes?: React.ComponentProps<'input'>;
  /** In one row with the input. */
  beside?: React.ReactNode;
  /** Below it. */
  children?: React.ReactNode;
};

export function TextSetting(props: Props) {
  const { settings, name, hint, rows, error, attributes, beside, children } = props;
  const id = useId();
  const locked = settings.lockedHint(name);
  const errors = error ? [error] : settings.errors[name];
  const common = {
    id,
    className: 'field',
    dir: 'auto',
    value: settings.form[name],
    disabled: locked !== undefined,
    'aria-invalid': errors ? true : undefined,
    'aria-describedby': `${id}-notes`,
    onChange: (event: { target: { value: string } }) =>
      settings.change({ [name]: event.target.value }),
  } as const;
  const control = rows ? (
    <textarea {...common} rows={rows} />
  ) : (
    <input type="text" {...common} {...attributes} />
  );
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{SETTING_LABELS[name]}</label>
      {beside ? (
        <div className={styles.row}>
          {control}
          {beside}
        </div>
      ) : (
        control
      )}
      {children}
      {/* In place of the hint, so that little moves. */}
      <FieldNotes id={id} hint={locked ?? (errors ? undefined : hint)} errors={errors} />
    </div>
  );
}
