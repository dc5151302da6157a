import type { NewsletterSummary } from '@longhand/contract/newsletter/newsletter';
import { useId, useState } from 'react';
import field from '../../ui/fields/field.module.css';
import { FieldNotes } from '../../ui/fields/field-notes.tsx';
import { SET_UP_FIRST, testSent } from '../../words/newsletter.ts';
import styles from '../newsletter.module.css';
import { reasonOf } from '../newsletter-words.ts';

type Outcome = { readonly done: string } | { readonly failure: string };

type Props = {
  mail: NewsletterSummary['mail'];
  label: string;
  send: (to: string) => Promise<{ to: string }>;
};

export function TestMail({ mail, label, send }: Props) {
  const id = useId();
  const reason = mail ? undefined : SET_UP_FIRST;
  const [to, setTo] = useState(mail?.address ?? '');
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function submit(): Promise<void> {
    if (isSending || reason) return;
    setSending(true);
    setOutcome(undefined);
    try {
      const sent = await send(to.trim());
      setOutcome({ done: testSent(sent.to) });
    } catch (error) {
      setOutcome({ failure: reasonOf(error) });
    } finally {
      setSending(false);
    }
  }

  return (
    <form
      className={styles.mailForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={field.field}>
        <label htmlFor={id}>Test email to</label>
        <div className={styles.together}>
          <input
            id={id}
            className="field"
            type="email"
            autoCapitalize="none"
            autoComplete="email"
            spellCheck={false}
            value={to}
            disabled={reason !== undefined}
            aria-describedby={`${id}-notes`}
            onChange={(event) => setTo(event.target.value)}
          />
          <button
            type="submit"
            className={styles.second}
            aria-disabled={isSending || reason !== undefined}
            aria-describedby={`${id}-notes`}
          >
            {label}
          </button>
        </div>
        {!reason && (
          <p role="status" className={styles.reason}>
            {isSending && 'Sending…'}
            {outcome && 'done' in outcome && outcome.done}
          </p>
        )}
        <FieldNotes
          id={id}
          hint={reason}
          message={outcome && 'failure' in outcome ? outcome.failure : undefined}
        />
      </div>
    </form>
  );
}
