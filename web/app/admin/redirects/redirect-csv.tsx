import type { RedirectImport } from '@longhand/contract/redirect-list';
import { useId, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { alertFailure, logFailure, REDIRECT_ALERTS } from '../ui/alerts.ts';
import { failureReason } from '../ui/failure-reason.ts';
import field from '../ui/field.module.css';
import { saveFile } from '../ui/save-file.ts';
import styles from './redirects.module.css';

async function download(): Promise<void> {
  saveFile('redirects.csv', await adminApi.exportRedirects(), 'text/csv');
}

function sentenceOf({ added, changed, unchanged, refused }: RedirectImport): string {
  const done = `${added} added, ${changed} changed, ${unchanged} as they were.`;
  if (refused.length === 0) return done;
  return `${done} ${refused.length === 1 ? '1 line was' : `${refused.length} lines were`} not used:`;
}

type Outcome = { readonly report: RedirectImport } | { readonly failure: string };

export function RedirectCsv({ onImported }: { onImported: () => void }) {
  const id = useId();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);

  async function importFile(file: File): Promise<void> {
    setSending(true);
    setOutcome(undefined);
    try {
      setOutcome({ report: await adminApi.importRedirects(file) });
      onImported();
    } catch (error) {
      logFailure(error);
      setOutcome({ failure: failureReason(error) });
    } finally {
      setSending(false);
    }
  }

  return (
    <section className={styles.csv} aria-labelledby={id}>
      <h2 id={id}>From and to a CSV file</h2>
      <p>
        The first line is <code>from,to</code>. A line whose old address is here already replaces
        it.
      </p>
      <div className={styles.buttons}>
        <label className={`${admin.plain} ${styles.file}`}>
          {isSending ? 'Reading the file…' : 'Choose a CSV file'}
          <input
            className="visually-hidden"
            type="file"
            accept=".csv,text/csv"
            disabled={isSending}
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
            void download().catch((error) => alertFailure(REDIRECT_ALERTS.download, error))
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

/** More would not be read. */
const LISTED = 100;

function Report({ report }: { report: RedirectImport }) {
  const { refused } = report;
  return (
    <>
      <p>{sentenceOf(report)}</p>
      {refused.length > 0 && (
        <ul className={styles.refused}>
          {refused.slice(0, LISTED).map(({ line, from, reason }) => (
            <li key={line}>
              Line {line} <code>{from}</code> {reason}
            </li>
          ))}
          {refused.length > LISTED && <li>And {refused.length - LISTED} more.</li>}
        </ul>
      )}
    </>
  );
}
