import { useId } from 'react';
import styles from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import type { LinkRow } from './settings-form.ts';
import type { Settings } from './use-settings.ts';

type Props = { settings: Settings; row: LinkRow; part: 'label' | 'url'; label: string };

export function LinkField({ settings, row, part, label }: Props) {
  const id = useId();
  const path = `links.${row.key}.${part}`;
  const errors = settings.errors[path];

  function change(value: string): void {
    const links = settings.form.links.map((link) =>
      link.key === row.key ? { ...link, [part]: value } : link,
    );
    settings.change({ links }, 'links', path);
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        className="field"
        dir="auto"
        {...(part === 'url' && {
          inputMode: 'url',
          autoCapitalize: 'none',
          spellCheck: false,
          placeholder: 'https://',
        })}
        value={row[part]}
        aria-invalid={errors ? true : undefined}
        aria-describedby={`${id}-notes`}
        onChange={(event) => change(event.target.value)}
      />
      <FieldNotes id={id} errors={errors} />
    </div>
  );
}
