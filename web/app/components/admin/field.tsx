import { type Ref, useEffect, useId, useRef } from 'react';
import styles from './field.module.css';

type Props = {
  label: string;
  value: string;
  onText: (text: string) => void;
  hint?: string | undefined;
  errors?: readonly string[] | undefined;
  /** Several lines; one without it. */
  rows?: number;
  required?: boolean;
  maxLength?: number;
  className?: string | undefined;
};

const BLANK = 'Please fill in this field.';

/** Spaces alone are not a text, though a browser would take them for one. */
export function useBlankCheck(
  field: Ref<HTMLInputElement | HTMLTextAreaElement>,
  value: string,
  required: boolean,
): void {
  useEffect(() => {
    const element = field && 'current' in field ? field.current : null;
    element?.setCustomValidity(required && value !== '' && value.trim() === '' ? BLANK : '');
  }, [field, value, required]);
}

/** A labelled field with its hint and what is wrong with it. */
export function Field({ label, value, onText, hint, errors, rows, required, ...rest }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useBlankCheck(field, value, required ?? false);
  const attributes = {
    id,
    ref: field,
    className: `field ${rest.className ?? ''}`,
    dir: 'auto',
    value,
    required,
    maxLength: rest.maxLength,
    'aria-invalid': errors ? true : undefined,
    'aria-describedby': `${id}-notes`,
    onChange: (event: { target: { value: string } }) => onText(event.target.value),
  } as const;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {rows ? <textarea {...attributes} rows={rows} /> : <input {...attributes} type="text" />}
      <FieldNotes id={id} hint={hint} errors={errors} />
    </div>
  );
}

type NotesProps = {
  id: string;
  hint?: string | undefined;
  errors?: readonly string[] | undefined;
};

export function FieldNotes({ id, hint, errors }: NotesProps) {
  return (
    <div id={`${id}-notes`} className={styles.notes}>
      {hint && <p>{hint}</p>}
      {errors && (
        <p role="alert" className={styles.error}>
          This {errors.join('; ')}.
        </p>
      )}
    </div>
  );
}
