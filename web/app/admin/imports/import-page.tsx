import type { ImportRun } from '@longhand/contract/imports';
import { MAX_IMPORT_MB } from '@longhand/contract/limits';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import admin from '../ui/admin.module.css';
import { Button, PlainButton } from '../ui/button.tsx';
import field from '../ui/fields/field.module.css';
import { ABOUT_IMPORT, aboutMissingPictures, LEAVE_WHILE_IMPORTING } from '../words/imports.ts';
import { ImportReportView } from './import-report.tsx';
import styles from './imports.module.css';
import { type Import, isRunning, useImport } from './use-import.ts';

export function ImportPage({ latest }: { latest: ImportRun | undefined }) {
  const importing = useImport(latest);
  const { run, uploaded, failure, note } = importing;
  const { hash } = useLocation();
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hash === '#file') file.current?.focus();
  }, [hash]);
  const isBusy = uploaded !== null || (run !== undefined && isRunning(run));
  return (
    <div className={`page ${admin.admin} ${styles.page}`}>
      <title>Import</title>
      <h1>Import</h1>
      <p>{ABOUT_IMPORT}</p>
      {!isBusy && <ChooseFile file={file} importing={importing} />}
      {failure && (
        <p role="alert" className={field.error}>
          {failure}
        </p>
      )}
      <p role="status" className={styles.note}>
        {note}
      </p>
      {uploaded !== null && (
        <ProgressBar
          label={`Uploading: ${Math.floor(uploaded * 100)} %`}
          fraction={uploaded}
          onCancel={importing.cancel}
        />
      )}
      {uploaded === null && run && <Run key={run.state} run={run} importing={importing} />}
    </div>
  );
}

type ChooseProps = { file: RefObject<HTMLInputElement | null>; importing: Import };

function ChooseFile({ file: ref, importing: { choose } }: ChooseProps) {
  return (
    <div className={styles.choose}>
      <label className="button">
        Choose a file
        <input
          ref={ref}
          className="visually-hidden"
          type="file"
          accept=".xml,.zip,.json,.md,.markdown,.html,.csv"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void choose(file);
            // Without this, choosing the same file again would not fire an event.
            target.value = '';
          }}
        />
      </label>
      <span>Up to {MAX_IMPORT_MB} MB. Nothing changes until you start the import.</span>
    </div>
  );
}

const HEADINGS: Readonly<Record<ImportRun['state'], string>> = {
  checking: 'Checking the file',
  ready: 'Ready to import',
  importing: 'Importing',
  done: 'Imported',
  failed: 'The import failed',
  interrupted: 'The import was interrupted',
};

function Run({ run, importing }: { run: ImportRun; importing: Import }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Takes the focus if the button that had it is gone, but not when the page is opened.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section aria-labelledby="import-state">
      <h2 id="import-state" ref={heading} tabIndex={-1}>
        {HEADINGS[run.state]}
      </h2>
      <p className={styles.file}>{run.file_name}</p>
      {run.failure && <p role="alert">{run.failure}</p>}
      {isRunning(run) && <ImportProgress run={run} onCancel={importing.cancel} />}
      {run.state === 'ready' && run.report && <ImportReportView report={run.report} />}
      {run.can_start && <StartImport run={run} importing={importing} />}
      {run.state === 'done' && run.report && (
        <>
          <ImportReportView report={run.report} />
          <p>
            <Link to="/admin">All posts</Link> · <Link to="/admin/redirects">Redirects</Link>
          </p>
        </>
      )}
    </section>
  );
}

type BarProps = {
  label: string;
  fraction?: number | undefined;
  onCancel: () => Promise<void>;
};

function ProgressBar({ label, fraction, onCancel }: BarProps) {
  return (
    <div className={field.progress}>
      <progress aria-label={label} value={fraction} max={1} />
      <span>{label}</span>
      <PlainButton onClick={() => void onCancel()}>Cancel</PlainButton>
    </div>
  );
}

function labelOf({ state, progress }: ImportRun): string {
  if (!progress) return 'Starting…';
  const items = progress.items.toLocaleString('en-US');
  if (progress.of === null) return `${items} items read`;
  const of = progress.of.toLocaleString('en-US');
  return state === 'checking' ? `${items} of ${of} items checked` : `${items} of ${of} items`;
}

function ImportProgress({ run, onCancel }: { run: ImportRun; onCancel: () => Promise<void> }) {
  const { progress } = run;
  const fraction = progress?.of ? progress.items / progress.of : undefined;
  return (
    <>
      <ProgressBar label={labelOf(run)} fraction={fraction} onCancel={onCancel} />
      <p>{LEAVE_WHILE_IMPORTING}</p>
    </>
  );
}

function StartImport({ run, importing }: { run: ImportRun; importing: Import }) {
  const [fetchesPictures, setFetches] = useState(run.options.fetch_pictures);
  const [isStarting, setStarting] = useState(false);
  const missing = run.report?.pictures.missing.length ?? 0;
  const isAgain = run.state !== 'ready';

  async function start(): Promise<void> {
    if (isStarting) return;
    setStarting(true);
    await importing.start(fetchesPictures);
    setStarting(false);
  }

  return (
    <form
      className={styles.start}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <label className={admin.box}>
        <input
          type="checkbox"
          checked={fetchesPictures}
          onChange={(event) => setFetches(event.target.checked)}
        />
        Fetch pictures from the web
      </label>
      {missing > 0 && <p>{aboutMissingPictures(missing)}</p>}
      <div className={`${admin.buttons} ${styles.buttons}`}>
        <button type="submit" className="button" aria-disabled={isStarting}>
          {isAgain ? 'Run it again' : 'Start import'}
        </button>
        <Button className={admin.quiet} onClick={() => void importing.cancel()}>
          Discard the file
        </Button>
      </div>
    </form>
  );
}
