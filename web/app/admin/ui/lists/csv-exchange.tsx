import { useState } from 'react';
import { number } from '../../words/counts.ts';
import admin from '../admin.module.css';
import { alertFailure } from '../alerts.ts';
import { PlainButton } from '../button.tsx';
import field from '../fields/field.module.css';
import { saveFile } from '../save-file.ts';
import styles from './csv-exchange.module.css';

/** What must be confirmed before a file can be chosen. */
type Condition = {
  readonly isGiven: boolean;
  readonly check: () => boolean;
  readonly reasonId: string;
};

type FileProps = {
  readonly isSending: boolean;
  readonly condition: Condition | undefined;
  readonly onChosen: (file: File) => void;
};

function ChooseFile({ isSending, condition, onChosen }: FileProps) {
  const mayChoose = () => condition?.check() ?? true;
  return (
    <label
      className={`${admin.plain} ${styles.file}`}
      aria-disabled={condition && !condition.isGiven}
    >
      {isSending ? 'Reading the file…' : 'Choose a CSV file'}
      <input
        className="visually-hidden"
        type="file"
        accept=".csv,text/csv"
        disabled={isSending}
        aria-describedby={condition?.reasonId}
        onClick={(event) => {
          if (!mayChoose()) event.preventDefault();
        }}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file && mayChoose()) onChosen(file);
          // Without this, choosing the same file again would not fire an event.
          target.value = '';
        }}
      />
    </label>
  );
}

type CsvReport = {
  readonly refused: number;
  /** The first of them; the address is one of the two. */
  readonly refusals: readonly {
    readonly line: number;
    readonly from?: string;
    readonly email?: string;
    readonly reason: string;
  }[];
};

type Props<Report extends CsvReport> = {
  readonly fileName: string;
  readonly read: () => Promise<string>;
  readonly readFailure: string;
  readonly send: (file: File) => Promise<Report>;
  readonly onSent: () => void;
  readonly reasonOf: (error: unknown) => string;
  readonly sentenceOf: (report: Report) => string;
  readonly condition?: Condition;
};

export function CsvExchange<Report extends CsvReport>(props: Props<Report>) {
  const { fileName, read, readFailure, send, onSent, reasonOf, sentenceOf, condition } = props;
  const [outcome, setOutcome] = useState<{ report: Report } | { failure: string }>();
  const [isSending, setSending] = useState(false);

  async function sendFile(file: File): Promise<void> {
    setSending(true);
    setOutcome(undefined);
    try {
      setOutcome({ report: await send(file) });
      onSent();
    } catch (error) {
      setOutcome({ failure: reasonOf(error) });
    } finally {
      setSending(false);
    }
  }

  async function download(): Promise<void> {
    try {
      saveFile(fileName, await read(), 'text/csv');
    } catch (error) {
      alertFailure(readFailure, error);
    }
  }

  return (
    <>
      <div className={admin.buttons}>
        <ChooseFile {...{ isSending, condition }} onChosen={(file) => void sendFile(file)} />
        <PlainButton onClick={() => void download()}>Download all as CSV</PlainButton>
      </div>
      <div role="status">
        {outcome && 'report' in outcome && (
          <>
            <p>{sentenceOf(outcome.report)}</p>
            <Refused {...outcome.report} />
          </>
        )}
      </div>
      {outcome && 'failure' in outcome && (
        <p role="alert" className={field.error}>
          {outcome.failure}
        </p>
      )}
    </>
  );
}

function Refused({ refused, refusals }: CsvReport) {
  if (refused === 0) return null;
  return (
    <ul className={styles.refused}>
      {refusals.map(({ line, from, email, reason }) => (
        <li key={line}>
          Line {number(line)} <code>{from ?? email}</code> {reason}
        </li>
      ))}
      {refused > refusals.length && <li>And {number(refused - refusals.length)} more.</li>}
    </ul>
  );
}
