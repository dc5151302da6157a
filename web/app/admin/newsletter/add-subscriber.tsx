import { MAX_EMAIL } from '@longhand/contract/email-address';
import { useId, useRef, useState } from 'react';
import { reasonOf } from '../mail/reason-of.ts';
import row from '../mail/test-mail.module.css';
import field from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import styles from './newsletter.module.css';
import { useVouch, Vouch } from './vouch.tsx';

/** Somebody who has agreed otherwise than by the form. */
export function AddSubscriber({ onAdd }: { onAdd: (email: string) => Promise<void> }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const vouch = useVouch();
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function submit(): Promise<void> {
    if (isSending || !vouch.check()) return;
    setSending(true);
    try {
      await onAdd(email.trim());
      setFailure(undefined);
      setEmail('');
      vouch.reset();
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setSending(false);
      input.current?.focus();
    }
  }

  return (
    <form
      className={styles.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={field.field}>
        <label htmlFor={id}>E-mail address</label>
        <div className={row.together}>
          <input
            ref={input}
            id={id}
            className="field"
            type="email"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_EMAIL}
            value={email}
            aria-invalid={failure ? true : undefined}
            aria-describedby={`${id}-notes`}
            onChange={(event) => setEmail(event.target.value)}
          />
          <button
            type="submit"
            className={row.second}
            aria-disabled={isSending || !vouch.isGiven}
            aria-describedby={vouch.reasonId}
          >
            Add subscriber
          </button>
        </div>
        <FieldNotes id={id} message={failure} />
      </div>
      <Vouch vouch={vouch} label="They have agreed to get this newsletter" />
    </form>
  );
}
