import { type ComponentProps, useId } from 'react';
import styles from './field.module.css';
import { FieldNotes } from './field-notes.tsx';

type Props = ComponentProps<'input'> & {
  label: string;
  hint?: string;
  errors: readonly string[] | undefined;
};

export function LabelledInput({ label, hint, errors, ...attributes }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        className="field"
        aria-invalid={errors ? true : undefined}
        aria-describedby={`${id}-notes`}
        {...attributes}
      />
      <FieldNotes id={id} hint={hint} errors={errors} />
    </div>
  );
}
