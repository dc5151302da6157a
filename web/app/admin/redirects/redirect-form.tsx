import type { RedirectInput } from '@longhand/contract/redirect-list';
import { MAX_REDIRECT_PATH } from '@longhand/contract/redirects';
import { useEffect, useRef, useState } from 'react';
import admin from '../ui/admin.module.css';
import { Button } from '../ui/button.tsx';
import field from '../ui/fields/field.module.css';
import { type FormFailure, toFormFailure } from '../ui/fields/form-failure.ts';
import { LabelledInput } from '../ui/fields/labelled-input.tsx';
import styles from './redirects.module.css';

const FIELDS = [
  ['from', 'Old address', 'Like /2009/09/05/my-post/ or the whole address'],
  ['to', 'Leads to', 'A path here, like /blog/my-post, or an address of another site'],
] as const;

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
      {FIELDS.map(([name, label, hint]) => (
        <LabelledInput
          key={name}
          {...{ name, label, hint }}
          dir="ltr"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_REDIRECT_PATH}
          value={input[name]}
          errors={failure.errors[name]}
          onChange={({ target }) => setInput((now) => ({ ...now, [name]: target.value }))}
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
