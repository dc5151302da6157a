import { type FormEvent, useId, useRef, useState } from 'react';
import { useHeldSubmission } from '../../lib/use-held-submission.ts';
import styles from './newsletter.module.css';
import { useWords } from './words.tsx';

/** There is nothing to subscribe to yet, and the form says so. */
export function Newsletter() {
  const [result, setResult] = useState<'thanks' | 'wrong' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const words = useWords();
  const heading = words.text('newsletter.heading');
  const email = words.text('newsletter.email');
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
    <section
      className={styles.newsletter}
      lang={words.lang}
      {...(heading ? { 'aria-labelledby': `${id}-heading` } : { 'aria-label': email })}
    >
      {heading && <h2 id={`${id}-heading`}>{heading}</h2>}
      {/* The field has no name: submitted without scripts, the e-mail address must not get into the URL. */}
      <form
        ref={form}
        className={styles.form}
        data-hold={isHydrated ? undefined : words.text('newsletter.not-loaded')}
        onSubmit={submit}
        noValidate
      >
        <label className="visually-hidden" htmlFor={`${id}-email`}>
          {email}
        </label>
        <input
          ref={input}
          id={`${id}-email`}
          className="field"
          type="email"
          autoComplete="email"
          placeholder={words.text('newsletter.example')}
          aria-invalid={result === 'wrong'}
          aria-describedby={`${id}-result`}
          onChange={() => setResult(null)}
        />
        <button type="submit" className="button">
          {words.text('newsletter.subscribe')}
        </button>
      </form>
      <p id={`${id}-result`} className={styles.result} role="status" dir="auto">
        {result === 'thanks' && words.text('newsletter.thanks')}
        {result === 'wrong' && words.text('newsletter.wrong')}
        <noscript>{words.text('newsletter.no-scripts')}</noscript>
      </p>
    </section>
  );
}
