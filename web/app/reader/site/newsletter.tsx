import { type FormEvent, useId, useRef, useState } from 'react';
import { useHeldSubmission } from '../../lib/use-held-submission.ts';
import styles from './newsletter.module.css';

const THANKS =
  'Thank you for asking. The newsletter has not started yet, so nothing was sent and nothing was stored.';
const WRONG = 'That does not look like an e-mail address. It should read like name@example.com.';
const NOT_LOADED =
  'The page has not been loaded completely, so nothing was sent. Check your connection and try again.';

/** There is nothing to subscribe to yet, and the form says so. */
export function Newsletter() {
  const [result, setResult] = useState<'thanks' | 'wrong' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);

  function submitValue() {
    const valid = input.current?.value !== '' && input.current?.checkValidity();
    setResult(valid ? 'thanks' : 'wrong');
    if (!valid) input.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    submitValue();
  }

  const isHydrated = useHeldSubmission(form, submitValue);

  return (
    <section className={styles.newsletter} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>Join the Newsletter</h2>
      {/* The field has no name: submitted without scripts, the e-mail address must not get into the URL. */}
      <form
        ref={form}
        className={styles.form}
        data-hold={isHydrated ? undefined : NOT_LOADED}
        onSubmit={submit}
        noValidate
      >
        <label className="visually-hidden" htmlFor={`${id}-email`}>
          Your e-mail address
        </label>
        <input
          ref={input}
          id={`${id}-email`}
          className="field"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          aria-invalid={result === 'wrong'}
          aria-describedby={`${id}-result`}
          onChange={() => setResult(null)}
        />
        <button type="submit" className="button">
          Subscribe
        </button>
      </form>
      <p id={`${id}-result`} className={styles.result} role="status" dir="auto">
        {result === 'thanks' && THANKS}
        {result === 'wrong' && WRONG}
        <noscript>The newsletter has not started yet; nothing is sent or stored.</noscript>
      </p>
    </section>
  );
}
