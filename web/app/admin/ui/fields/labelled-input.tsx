import { type ComponentProps, useId } from 'react';
import styles from './field.module.css';
import { FieldNotes } from './field-notes.tsx';

type Props = ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  errors?: readonly string[] | undefined;
  /** A whole sentence, unlike `errors`. */
  message?: string | undefined;
};

export function LabelledInput({ label, hint, errors, message, ...attributes }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        className="field"
        aria-invalid={errors || message ? true : undefined}
        aria-describedby={`${id}-notes`}
        {...attributes}
      />
      <FieldNotes id={id} {...{ hint, errors, message }} />
    </div>
  );
}
