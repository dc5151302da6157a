import { WEBHOOK_EVENTS } from '@longhand/contract/webhook-events';
import type { WebhookInput } from '@longhand/contract/webhooks';
import { type FormEvent, useId, useState } from 'react';
import admin from '../ui/admin.module.css';
import field from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import { type FormFailure, toFormFailure } from '../ui/fields/form-failure.ts';
import { LabelledInput } from '../ui/fields/labelled-input.tsx';
import { WEBHOOK_EVENT_WORDS } from '../words/webhooks.ts';
import styles from './webhooks.module.css';

export function WebhookForm({ onSubmit }: { onSubmit: (input: WebhookInput) => Promise<void> }) {
  const [failure, setFailure] = useState<FormFailure>({ errors: {} });
  const [isSending, setSending] = useState(false);
  const id = useId();
  const { url, events } = failure.errors;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    const chosen = WEBHOOK_EVENTS.filter((name) => values.has(name));
    setSending(true);
    try {
      await onSubmit({ url: String(values.get('url')).trim(), events: chosen });
      setFailure({ errors: {} });
      form.reset();
    } catch (error) {
      const failed = toFormFailure(error);
      setFailure(failed);
      const { url, events } = failed.errors;
      form
        .querySelector<HTMLElement>(events && !url ? '[type="checkbox"]' : '[name="url"]')
        ?.focus();
    } finally {
      setSending(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <LabelledInput
        label="URL"
        hint="Like https://example.com/hook"
        name="url"
        type="url"
        dir="ltr"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        errors={url}
      />
      <fieldset className={field.field} aria-describedby={`${id}-notes`}>
        <legend>Events</legend>
        {WEBHOOK_EVENTS.map((name) => (
          <label key={name} className={admin.box}>
            <input type="checkbox" name={name} defaultChecked />
            {WEBHOOK_EVENT_WORDS[name]}
          </label>
        ))}
        <FieldNotes id={id} errors={events} />
      </fieldset>
      <button type="submit" className="button" aria-disabled={isSending}>
        Add webhook
      </button>
      {failure.message && (
        <p role="alert" className={field.error}>
          {failure.message}
        </p>
      )}
    </form>
  );
}
