import { type ReactNode, useState } from 'react';
import admin from './admin.module.css';
import { alertFailure } from './alerts.ts';
import styles from './csv-exchange.module.css';
import field from './field.module.css';
import { saveFile } from './save-file.ts';

/** What must be given before a file can be chosen. */
type Condition = {
  readonly isGiven: boolean;
  /** Says what is missing. */
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
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </label>
  );
}

type Props<Report> = {
  readonly fileName: string;
  readonly read: () => Promise<string>;
  readonly readFailure: string;
  readonly send: (file: File) => Promise<Report>;
  readonly onSent: () => void;
  readonly reasonOf: (error: unknown) => string;
  readonly report: (report: Report) => ReactNode;
  readonly condition?: Condition;
};

/** A list as a CSV file: chosen and sent, with what became of it, or downloaded. */
export function CsvExchange<Report>(props: Props<Report>) {
  const { fileName, read, readFailure, send, onSent, reasonOf, report, condition } = props;
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
      <div className={styles.buttons}>
        <ChooseFile {...{ isSending, condition }} onChosen={(file) => void sendFile(file)} />
        <button type="button" className={admin.plain} onClick={() => void download()}>
          Download all as CSV
        </button>
      </div>
      <div role="status">{outcome && 'report' in outcome && report(outcome.report)}</div>
      {outcome && 'failure' in outcome && (
        <p role="alert" className={field.error}>
          {outcome.failure}
        </p>
      )}
    </>
  );
}
