import type { NewsletterSummary } from '@longhand/contract/newsletter/newsletter';
import type { CSSProperties } from 'react';
import { countSubscribers, number } from '../words/counts.ts';
import styles from './newsletter.module.css';

type Growth = NewsletterSummary['growth'];

const utc = { timeZone: 'UTC' } as const;
const short = new Intl.DateTimeFormat('en-US', { ...utc, month: 'short' });
const long = new Intl.DateTimeFormat('en-US', { ...utc, month: 'long', year: 'numeric' });
/** Twelve numbers fit side by side on a phone. */
const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumSignificantDigits: 2,
});

const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

export function GrowthChart({ growth }: { growth: Growth }) {
  if (growth.every(({ confirmed }) => confirmed === 0)) return null;
  const most = Math.max(1, ...growth.map(({ confirmed }) => confirmed));
  return (
    <figure className={styles.chart}>
      <figcaption>Confirmed subscribers at the end of each month</figcaption>
      <ol>
        {growth.map(({ month, confirmed }) => (
          <li key={month} title={`${long.format(dateOf(month))}: ${countSubscribers(confirmed)}`}>
            <span className="visually-hidden">
              {long.format(dateOf(month))}: {number(confirmed)}
            </span>
            <span aria-hidden="true">{compact.format(confirmed)}</span>
            <i aria-hidden="true" style={{ '--part': confirmed / most } as CSSProperties} />
            <span aria-hidden="true">{short.format(dateOf(month))}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
