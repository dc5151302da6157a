import { useId, useRef, useState } from 'react';
import admin from '../ui/admin.module.css';
import field from '../ui/field.module.css';
import styles from './newsletter.module.css';

const REASON = 'Tick this first: only those who have agreed may get mail.';

/** The owner’s word that somebody agreed, without which nothing is sent to the server. */
export function useVouch() {
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
    /** Says so if it is missing. */
    check(): boolean {
      setMissed(!isGiven);
      if (!isGiven) box.current?.focus();
      return isGiven;
    },
  };
}

type Props = { vouch: ReturnType<typeof useVouch>; label: string };

export function Vouch({ vouch, label }: Props) {
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
        {!vouch.isGiven && REASON}
      </p>
    </div>
  );
}
