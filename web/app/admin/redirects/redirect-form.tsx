import type { RedirectInput } from '@longhand/contract/redirect-list';
import { MAX_REDIRECT_PATH } from '@longhand/contract/redirects';
import { useEffect, useId, useRef, useState } from 'react';
import admin from '../ui/admin.module.css';
import { Button } from '../ui/button.tsx';
import field from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import { type FormFailure, toFormFailure } from '../ui/fields/form-failure.ts';
import styles from './redirects.module.css';

const LABELS = {
  from: ['Old address', 'Like /2009/09/05/my-post/ or the whole address'],
  to: ['Leads to', 'A path here, like /blog/my-post, or an address of another site'],
} as const;

type Props = {
  initial?: RedirectInput;
  button: string;
  onSubmit: (input: RedirectInput) => Promise<void>;
  /** Only a form that changes a redirect has it. */
  onCancel?: () => void;
};

const EMPTY: RedirectInput = { from: '', to: '' };

export function RedirectForm({ initial = EMPTY, button, onSubmit, onCancel }: Props) {
  const [input, setInput] = useState(initial);
  const [failure, setFailure] = useState<FormFailure>({ errors: {} });
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isChange = onCancel !== undefined;
  useEffect(() => {
    if (isChange) form.current?.querySelector('input')?.focus();
  }, [isChange]);
  useEffect(() => {
    const [name] = Object.keys(failure.errors);
    if (name) form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }, [failure]);

  async function submit(): Promise<void> {
    if (isSending) return;
    setSending(true);
    try {
      await onSubmit(input);
      setFailure({ errors: {} });
      setInput(EMPTY);
      if (!isChange) form.current?.querySelector('input')?.focus();
    } catch (error) {
      setFailure(toFormFailure(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel?.();
      }}
    >
      {(['from', 'to'] as const).map((name) => (
        <AddressField
          key={name}
          name={name}
          value={input[name]}
          errors={failure.errors[name]}
          onChange={(value) => setInput((now) => ({ ...now, [name]: value }))}
        />
      ))}
      <div className={`${admin.buttons} ${styles.buttons}`}>
        <button type="submit" className="button" aria-disabled={isSending}>
          {button}
        </button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
      {failure.message && (
        <p role="alert" className={field.error}>
          {failure.message}
        </p>
      )}
    </form>
  );
}

type FieldProps = {
  name: keyof RedirectInput;
  value: string;
  errors: readonly string[] | undefined;
  onChange: (value: string) => void;
};

function AddressField({ name, value, errors, onChange }: FieldProps) {
  const id = useId();
  const [label, hint] = LABELS[name];
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="field"
        type="text"
        dir="ltr"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_REDIRECT_PATH}
        value={value}
        aria-invalid={errors ? true : undefined}
        aria-describedby={`${id}-notes`}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNotes id={id} hint={hint} errors={errors} />
    </div>
  );
}
