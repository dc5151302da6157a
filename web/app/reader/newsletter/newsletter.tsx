import { useId } from 'react';
import { useWords } from '../site/words.tsx';
import styles from './newsletter.module.css';
import { NewsletterForm } from './newsletter-form.tsx';

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
