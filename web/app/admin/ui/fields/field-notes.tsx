import type { ReactNode } from 'react';
import styles from './field.module.css';
import { FIELD_ERROR } from './show-first-error.ts';

type NotesProps = {
  id: string;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  /** A whole sentence, unlike `errors`, which complete “This …”. */
  message?: string | undefined;
};

export function FieldNotes({ id, hint, errors, message }: NotesProps) {
  return (
    <div id={`${id}-notes`} className={styles.notes}>
      {hint && <p>{hint}</p>}
      {message && (
        <p role="alert" className={styles.error}>
          {message}
        </p>
      )}
      {errors && (
        <p role="alert" className={styles.error} {...FIELD_ERROR}>
          This {errors.join('; ')}.
        </p>
      )}
    </div>
  );
}
