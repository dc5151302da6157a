import { MAX_EMAIL } from '@longhand/contract/newsletter/email-address';
import type { SubscriberImport } from '@longhand/contract/newsletter/newsletter';
import { useId, useRef, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { SUBSCRIBER_ALERTS } from '../ui/alerts.ts';
import field from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import { CsvExchange } from '../ui/lists/csv-exchange.tsx';
import { number } from '../words/counts.ts';
import { TICK_FIRST } from '../words/newsletter.ts';
import styles from './newsletter.module.css';
import { reasonOf } from './newsletter-words.ts';

/** The owner must confirm that the person agreed before anything is sent to the server. */
function useVouch() {
  const reasonId = useId();
  const box = useRef<HTMLInputElement>(null);
  const [isGiven, setGiven] = useState(false);
  const [isMissed, setMissed] = useState(false);
  return {
    reasonId,
    box,
    isGiven,
    isMissed,
    give(given: boolean): void {
      setGiven(given);
      setMissed(false);
    },
    reset: () => setGiven(false),
    check(): boolean {
      setMissed(!isGiven);
      if (!isGiven) box.current?.focus();
      return isGiven;
    },
  };
}

type VouchProps = { vouch: ReturnType<typeof useVouch>; label: string };

function Vouch({ vouch, label }: VouchProps) {
  return (
    <div>
      <label className={admin.box}>
        <input
          ref={vouch.box}
          type="checkbox"
          checked={vouch.isGiven}
          aria-describedby={vouch.reasonId}
          onChange={(event) => vouch.give(event.target.checked)}
        />
        {label}
      </label>
      <p
        id={vouch.reasonId}
        role={vouch.isMissed ? 'alert' : undefined}
        className={`${field.notes} ${styles.reason} ${vouch.isMissed ? field.error : ''}`}
      >
        {!vouch.isGiven && TICK_FIRST}
      </p>
    </div>
  );
}

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
      className={styles.mailForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={field.field}>
        <label htmlFor={id}>Email address</label>
        <div className={styles.together}>
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
            className={styles.second}
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

function sentenceOf({ added, known, refused }: SubscriberImport): string {
  const end = refused > 0 ? ':' : '.';
  return `${number(added)} added, ${number(known)} already listed, ${number(refused)} refused${end}`;
}

export function SubscriberCsv({ onImported }: { onImported: () => void }) {
  const id = useId();
  const vouch = useVouch();

  return (
    <section className={styles.csv} aria-labelledby={id}>
      <h3 id={id}>CSV import and export</h3>
      <p>
        The first line must name the columns, including <code>email</code>. No one is emailed.
        Unsubscribed and bounced addresses are left unchanged.
      </p>
      <Vouch vouch={vouch} label="All in the file have agreed to get this newsletter" />
      <CsvExchange
        fileName="subscribers.csv"
        read={adminApi.exportSubscribers}
        readFailure={SUBSCRIBER_ALERTS.download}
        send={adminApi.importSubscribers}
        onSent={() => {
          vouch.reset();
          onImported();
        }}
        reasonOf={reasonOf}
        sentenceOf={sentenceOf}
        condition={vouch}
      />
    </section>
  );
}
