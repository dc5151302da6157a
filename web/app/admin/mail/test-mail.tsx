import { useId, useState } from 'react';
import field from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import { reasonOf } from './reason-of.ts';
import styles from './test-mail.module.css';

type Outcome = { readonly done: string } | { readonly failure: string };

type Props = {
  /** The address that is in the field at first. */
  to: string;
  label: string;
  send: (to: string) => Promise<{ to: string }>;
  /** Why nothing can be sent. */
  reason?: string | undefined;
};

/** One press sends one mail to the address in the field. */
export function TestMail({ to: first, label, send, reason }: Props) {
  const id = useId();
  const [to, setTo] = useState(first);
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function submit(): Promise<void> {
    if (isSending || reason) return;
    setSending(true);
    setOutcome(undefined);
    try {
      const sent = await send(to.trim());
      setOutcome({
        done: `Sent to ${sent.to}. Look whether it has arrived, also among junk mail.`,
      });
    } catch (error) {
      setOutcome({ failure: reasonOf(error) });
    } finally {
      setSending(false);
    }
  }

  return (
    <form
      className={styles.test}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={field.field}>
        <label htmlFor={id}>Test mail to</label>
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
          <p role="status" className={styles.outcome}>
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
