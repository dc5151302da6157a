import type { RedirectImport } from '@longhand/contract/redirect-list';
import { useId } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { logFailure, REDIRECT_ALERTS } from '../ui/alerts.ts';
import { failureReason } from '../ui/failure-reason.ts';
import { CsvExchange } from '../ui/lists/csv-exchange.tsx';
import styles from './redirects.module.css';

function sentenceOf({ added, changed, unchanged, refused }: RedirectImport): string {
  const done = `${added} added, ${changed} changed, ${unchanged} as they were.`;
  if (refused === 0) return done;
  return `${done} ${refused === 1 ? '1 line was' : `${refused} lines were`} not used:`;
}

function reasonOf(error: unknown): string {
  logFailure(error);
  return failureReason(error);
}

export function RedirectCsv({ onImported }: { onImported: () => void }) {
  const id = useId();

  return (
    <section className={styles.csv} aria-labelledby={id}>
      <h2 id={id}>From and to a CSV file</h2>
      <p>
        The first line is <code>from,to</code>. A line whose old address is here already replaces
        it.
      </p>
      <CsvExchange
        fileName="redirects.csv"
        read={adminApi.exportRedirects}
        readFailure={REDIRECT_ALERTS.download}
        send={adminApi.importRedirects}
        onSent={onImported}
        reasonOf={reasonOf}
        sentenceOf={sentenceOf}
      />
    </section>
  );
}
