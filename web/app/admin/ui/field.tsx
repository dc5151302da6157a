import { type FieldName, type FieldOf, fieldOf } from '@longhand/contract/post-fields';
import type { FieldErrors } from '@longhand/contract/problems';
import { type RefObject, useId, useRef } from 'react';
import styles from './field.module.css';
import { FieldNotes } from './field-notes.tsx';
import { isPlainEnter } from './plain-enter.ts';
import { useFieldCheck } from './use-field-check.ts';

type Control = HTMLInputElement & HTMLTextAreaElement;

type TextName = Exclude<FieldName, FieldOf<'boolean'>>;

type Props<Name extends TextName> = {
  ref?: RefObject<Control | null>;
  editor: {
    readonly form: { readonly [Field in Name]: string };
    readonly errors: FieldErrors;
    readonly change: (fields: { readonly [Field in Name]?: string }) => void;
  };
  name: Name;
  onLeave?: () => void;
  /** Enter leads on, as in a form of one line each. */
  onEnter?: () => void;
  hint?: string;
  /** Makes it a textarea. */
  rows?: number;
  /** Makes it a combobox, with the list in `children`. */
  combobox?: React.ComponentProps<'input'>;
  children?: React.ReactNode;
  className?: string | undefined;
};

export function Field<Name extends TextName>(props: Props<Name>) {
  const { ref, editor, name, onLeave, onEnter, hint, rows, combobox, children } = props;
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
    'data-field': name,
    ref: field,
    className: `field ${props.className ?? ''}`,
    dir: 'auto',
    value,
    required,
    'aria-invalid': errors ? true : undefined,
    'aria-describedby': `${id}-notes`,
    onChange: (event: { target: { value: string } }) =>
      editor.change({ [name]: event.target.value } as { [Field in Name]: string }),
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
      {rows ? (
        <textarea {...attributes} rows={rows} />
      ) : (
        <input {...attributes} {...combobox} type="text" />
      )}
      {children}
      <FieldNotes id={id} hint={hint} errors={errors} />
    </div>
  );
}
