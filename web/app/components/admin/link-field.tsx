import { useId } from 'react';
import type { LinkRow } from '../../lib/admin/settings-form.ts';
import type { Settings } from '../../lib/admin/use-settings.ts';
import styles from './field.module.css';
import { FieldNotes } from './field-notes.tsx';

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
