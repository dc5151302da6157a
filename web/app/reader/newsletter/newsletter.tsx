import { NEWSLETTER_PATH, SIGNUP_CALL } from '@longhand/contract/newsletter/newsletter-addresses';
import { type FormEvent, useId, useRef, useState } from 'react';
import { apiAddress } from '../../lib/browser-api.ts';
import { useHeldSubmission } from '../../lib/use-held-submission.ts';
import { useSite } from '../site/site.ts';
import { useWords } from '../site/words.tsx';
import styles from './newsletter.module.css';

/** Each has a text, as in `newsletter.sent`. */
export type SignupResult = 'sent' | 'wrong' | 'too-many' | 'failed' | 'thanks';

/** The keys are statuses of the API; at 409 there is nothing to join. */
const RESULTS: Readonly<Record<number, SignupResult>> = {
  202: 'sent',
  400: 'wrong',
  409: 'thanks',
  429: 'too-many',
};

export function signupResult(status: number): SignupResult {
  return RESULTS[status] ?? 'failed';
}

/** A busy server answers sooner. */
const TIMEOUT_MS = 20_000;

async function sendForm(form: HTMLFormElement): Promise<SignupResult> {
  try {
    const { status } = await fetch(apiAddress(SIGNUP_CALL), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return signupResult(status);
  } catch {
    return 'failed';
  }
}

/** Without mail there is nothing to join, and the form says so. With it, it works without scripts, too. */
function NewsletterForm() {
  const { newsletterOpen: isOpen } = useSite();
  const [result, setResult] = useState<SignupResult | 'busy' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const words = useWords();

  async function answer(field: HTMLInputElement): Promise<SignupResult> {
    // The server knows addresses with letters that browsers refuse.
    const isAddress = isOpen
      ? /.@./.test(field.value)
      : field.value !== '' && field.checkValidity();
    if (!isAddress) return 'wrong';
    if (!isOpen || !form.current) return 'thanks';
    setResult('busy');
    return sendForm(form.current);
  }

  async function submitValue() {
    const field = input.current;
    if (!field || result === 'busy') return;
    const next = await answer(field);
    setResult(next);
    if (next === 'wrong' || next === 'failed') field.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void submitValue();
  }

  const isHydrated = useHeldSubmission(form, submitValue);
  const notLoaded = isOpen ? '' : words.text('newsletter.not-loaded');

  return (
    <>
      {/* Without a name in the field while there is nothing to join: the email address must not get into the URL. */}
      <form
        ref={form}
        className={styles.form}
        {...(isOpen && { method: 'post', action: NEWSLETTER_PATH })}
        data-hold={isHydrated ? undefined : notLoaded}
        onSubmit={submit}
        noValidate
      >
        <label className="visually-hidden" htmlFor={`${id}-email`}>
          {words.text('newsletter.email')}
        </label>
        <input
          ref={input}
          id={`${id}-email`}
          className="field"
          type="email"
          name={isOpen ? 'email' : undefined}
          autoComplete="email"
          placeholder={words.text('newsletter.example')}
          aria-invalid={result === 'wrong'}
          aria-describedby={`${id}-result`}
          onChange={() => setResult((now) => (now === 'busy' ? now : null))}
        />
        {/* Only robots fill it. */}
        {isOpen && <input name="website" autoComplete="off" tabIndex={-1} hidden />}
        <button type="submit" className="button" aria-disabled={result === 'busy' || undefined}>
          {words.text('newsletter.subscribe')}
        </button>
      </form>
      <p id={`${id}-result`} className={styles.result} role="status" dir="auto">
        {result && result !== 'busy' && words.text(`newsletter.${result}`)}
        {!isOpen && <noscript>{words.text('newsletter.no-scripts')}</noscript>}
      </p>
    </>
  );
}

export function Newsletter() {
  const id = useId();
  const words = useWords();
  const heading = words.text('newsletter.heading');
  return (
    <section
      className={styles.newsletter}
      lang={words.lang}
      {...(heading
        ? { 'aria-labelledby': `${id}-heading` }
        : { 'aria-label': words.text('newsletter.email') })}
    >
      {heading && <h2 id={`${id}-heading`}>{heading}</h2>}
      <NewsletterForm />
    </section>
  );
}
