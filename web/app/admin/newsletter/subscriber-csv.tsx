import type { SubscriberImport } from '@longhand/contract/newsletter';
import { useId, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { number } from '../mail/numbers.ts';
import { reasonOf } from '../mail/reason-of.ts';
import admin from '../ui/admin.module.css';
import { alertFailure, SUBSCRIBER_ALERTS } from '../ui/alerts.ts';
import field from '../ui/field.module.css';
import { saveFile } from '../ui/save-file.ts';
import styles from './newsletter.module.css';
import { useVouch, Vouch } from './vouch.tsx';

async function download(): Promise<void> {
  saveFile('subscribers.csv', await adminApi.exportSubscribers(), 'text/csv');
}

type Outcome = { readonly report: SubscriberImport } | { readonly failure: string };

export function SubscriberCsv({ onImported }: { onImported: () => void }) {
  const id = useId();
  const vouch = useVouch();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);

  async function importFile(file: File): Promise<void> {
    if (!vouch.check()) return;
    setSending(true);
    setOutcome(undefined);
    try {
      setOutcome({ report: await adminApi.importSubscribers(file) });
      vouch.reset();
      onImported();
    } catch (error) {
      setOutcome({ failure: reasonOf(error) });
    } finally {
      setSending(false);
    }
  }

  return (
    <section className={styles.csv} aria-labelledby={id}>
      <h3 id={id}>From and to a CSV file</h3>
      <p>
        The first line names the columns, one of which is <code>email</code>. Nobody is mailed, and
        those who have left or whose mail bounced stay as they are.
      </p>
      <Vouch vouch={vouch} label="All in the file have agreed to get this newsletter" />
      <div className={styles.buttons}>
        <label className={`${admin.plain} ${styles.file}`} aria-disabled={!vouch.isGiven}>
          {isSending ? 'Reading the file…' : 'Choose a CSV file'}
          <input
            className="visually-hidden"
            type="file"
            accept=".csv,text/csv"
            disabled={isSending}
            aria-describedby={vouch.reasonId}
            onClick={(event) => {
              if (!vouch.check()) event.preventDefault();
            }}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void importFile(file);
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        </label>
        <button
          type="button"
          className={admin.plain}
          onClick={() =>
            void download().catch((error) => alertFailure(SUBSCRIBER_ALERTS.download, error))
          }
        >
          Download all as CSV
        </button>
      </div>
      <div role="status">
        {outcome && 'report' in outcome && <Report report={outcome.report} />}
      </div>
      {outcome && 'failure' in outcome && (
        <p role="alert" className={field.error}>
          {outcome.failure}
        </p>
      )}
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
