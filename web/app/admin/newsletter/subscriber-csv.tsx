import type { SubscriberImport } from '@longhand/contract/newsletter';
import { useId } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { number } from '../mail/numbers.ts';
import { reasonOf } from '../mail/reason-of.ts';
import { SUBSCRIBER_ALERTS } from '../ui/alerts.ts';
import { CsvExchange } from '../ui/csv-exchange.tsx';
import styles from './newsletter.module.css';
import { useVouch, Vouch } from './vouch.tsx';

export function SubscriberCsv({ onImported }: { onImported: () => void }) {
  const id = useId();
  const vouch = useVouch();

  return (
    <section className={styles.csv} aria-labelledby={id}>
      <h3 id={id}>From and to a CSV file</h3>
      <p>
        The first line names the columns, one of which is <code>email</code>. Nobody is mailed, and
        those who have left or whose mail bounced stay as they are.
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
        report={(report) => <Report report={report} />}
        condition={vouch}
      />
    </section>
  );
}

function Report({ report }: { report: SubscriberImport }) {
  const { added, known, refused, refusals } = report;
  return (
    <>
      <p>
        {number(added)} added, {number(known)} known already, {number(refused)} refused
        {refused > 0 ? ':' : '.'}
      </p>
      {refused > 0 && (
        <ul className={styles.lines}>
          {refusals.map(({ line, email, reason }) => (
            <li key={line}>
              Line {number(line)} <code>{email}</code> {reason}
            </li>
          ))}
          {refused > refusals.length && <li>And {number(refused - refusals.length)} more.</li>}
        </ul>
      )}
    </>
  );
}
