import { type FieldName, type FieldOf, fieldOf } from '@longhand/contract/posts/post-fields';
import type { FieldErrors } from '@longhand/contract/problems';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Punctuation } from '../../punctuation/smart-punctuation.ts';
import { correctAfterTyping } from '../../punctuation/use-punctuation.ts';
import styles from './field.module.css';
import { FieldNotes } from './field-notes.tsx';
import { isPlainEnter } from './plain-enter.ts';
import { isBlank, missing, useFieldCheck } from './use-field-check.ts';

type Control = HTMLInputElement & HTMLTextAreaElement;

type TextName = Exclude<FieldName, FieldOf<'boolean'>>;

type Props<Name extends TextName> = {
  ref?: RefObject<Control | null>;
  editor: {
    readonly form: { readonly [Field in Name]: string };
    readonly errors: FieldErrors;
    /** A form that was saved or discarded has no missing fields. */
    readonly unsaved?: boolean;
    readonly change: (fields: { readonly [Field in Name]?: string }) => void;
  };
  name: Name;
  onLeave?: () => void;
  /** Called for Enter, which moves to the next field. */
  onEnter?: () => void;
  hint?: string;
  /** Corrects what is typed. */
  punctuation?: Punctuation | null;
  /** With rows, the field is a textarea; one row wraps, but has no line breaks of its own. */
  rows?: number;
  /** Makes the field a combobox, whose list is in `children`. */
  combobox?: React.ComponentProps<'input'>;
  children?: React.ReactNode;
  className?: string | undefined;
};

export function Field<Name extends TextName>(props: Props<Name>) {
  const { ref, editor, name, onLeave, onEnter, hint, rows, combobox, children } = props;
  const { punctuation } = props;
  const { kind, label, limit } = fieldOf(name);
  const required = kind === 'requiredText';
  const value = editor.form[name];
  const errors = editor.errors[name];
  const id = useId();
  const ownRef = useRef<Control>(null);
  const field = ref ?? ownRef;
  useFieldCheck(field, value, { required, limit });
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!editor.unsaved) setRefused(false);
  }, [editor.unsaved]);
  const isMissing = required && isRefused && isBlank(value);
  const attributes = {
    id,
    'data-field': name,
    ref: field,
    className: `field ${props.className ?? ''}`,
    dir: 'auto',
    value,
    required,
    'aria-invalid': errors || isMissing ? true : undefined,
    'aria-describedby': `${id}-notes`,
    onChange(event: React.ChangeEvent<Control>): void {
      const text = event.target.value;
      const typed = rows === 1 ? text.replaceAll(/[\r\n]+/g, ' ') : text;
      editor.change({ [name]: typed } as { [Field in Name]: string });
      correctAfterTyping(event, punctuation);
    },
    onInvalid: () => setRefused(true),
    onBlur: onLeave,
    enterKeyHint: onEnter && 'next',
    onKeyDown(event: React.KeyboardEvent) {
      if (!onEnter || !isPlainEnter(event)) return;
      event.preventDefault();
      onEnter();
    },
  } as const;
  return (
    <div className={styles.field} data-field-box={name}>
      <label htmlFor={id}>{required ? `${label}*` : label}</label>
      {rows ? (
        <textarea {...attributes} rows={rows} />
      ) : (
        <input {...attributes} {...combobox} type="text" />
      )}
      {children}
      <FieldNotes
        id={id}
        hint={hint}
        errors={errors}
        message={isMissing ? missing(name) : undefined}
      />
    </div>
  );
}
