import { type FieldName, type FieldOf, fieldOf } from '@longhand/contract/post-fields';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { FIELD_ERROR } from '../../lib/admin/show-first-error.ts';
import type { Editor } from '../../lib/admin/use-editor.ts';
import styles from './field.module.css';

type Control = HTMLInputElement & HTMLTextAreaElement;

type Props = {
  ref?: RefObject<Control | null>;
  editor: Pick<Editor, 'form' | 'errors' | 'change'>;
  name: Exclude<FieldName, FieldOf<'boolean'>>;
  onLeave?: () => void;
  /** Enter leads on, as in a form of one line each. */
  onEnter?: () => void;
  hint?: string;
  /** Makes it a textarea. */
  rows?: number;
  className?: string | undefined;
};

type Rules = { required?: boolean | undefined; limit?: number | undefined };

/** Why not maxlength: it would silently cut pasted text. Blank text also passes `required`. */
function validationError(value: string, { required, limit }: Rules): string {
  if (required && value !== '' && value.trim() === '') return 'Please fill in this field.';
  if (limit !== undefined && value.length > limit) {
    return `Please shorten this text: it has ${value.length} characters, and may have ${limit}.`;
  }
  return '';
}

export function useFieldCheck(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  value: string,
  { required, limit }: Rules,
): void {
  useEffect(() => {
    field.current?.setCustomValidity(validationError(value, { required, limit }));
  }, [field, value, required, limit]);
}

/** During a composition, Enter accepts the word; Safari reports that key only by its code. */
function isPlainEnter(event: React.KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return false;
  return !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey);
}

export function Field({ ref, editor, name, onLeave, onEnter, hint, rows, className = '' }: Props) {
  const { kind, label, limit } = fieldOf(name);
  const required = kind === 'requiredText';
  const value = editor.form[name];
  const errors = editor.errors[name];
  const id = useId();
  const ownRef = useRef<Control>(null);
  const field = ref ?? ownRef;
  useFieldCheck(field, value, { required, limit });
  const attributes = {
    id,
    ref: field,
    className: `field ${className}`,
    dir: 'auto',
    value,
    required,
    'aria-invalid': errors ? true : undefined,
    'aria-describedby': `${id}-notes`,
    onChange: (event: { target: { value: string } }) =>
      editor.change({ [name]: event.target.value }),
    onBlur: onLeave,
    enterKeyHint: onEnter && 'next',
    onKeyDown(event: React.KeyboardEvent) {
      if (!onEnter || !isPlainEnter(event)) return;
      event.preventDefault();
      onEnter();
    },
  } as const;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{required ? `${label}*` : label}</label>
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
        <p role="alert" className={styles.error} {...FIELD_ERROR}>
          This {errors.join('; ')}.
        </p>
      )}
    </div>
  );
}
