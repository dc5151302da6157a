import { MAX_IMPORT_MB } from '@longhand/contract/import-limits';
import type { ImportRun } from '@longhand/contract/import-runs';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import admin from '../ui/admin.module.css';
import field from '../ui/field.module.css';
import { ImportProgress, UploadProgress } from './import-progress.tsx';
import { ImportReportView } from './import-report.tsx';
import styles from './imports.module.css';
import { StartImport } from './start-import.tsx';
import { type Import, isRunning, useImport } from './use-import.ts';

export function ImportPage({ latest }: { latest: ImportRun | undefined }) {
  const importing = useImport(latest);
  const { run, uploaded, failure, note } = importing;
  const isBusy = uploaded !== null || (run !== undefined && isRunning(run));
  return (
    <div className={`page ${admin.admin} ${styles.page}`}>
      <title>Import</title>
      <p className={admin.back}>
        <Link to="/admin/settings">Back to Settings</Link>
      </p>
      <h1>Import</h1>
      <p>
        Bring the posts, pages and pictures of another blog here: an export of WordPress (XML),
        Ghost, Medium, Substack or Longhand, or a zip of Markdown files. You first see what would
        happen. An import can be run again: it adds only what is not here yet.
      </p>
      {!isBusy && <ChooseFile importing={importing} />}
      {failure && (
        <p role="alert" className={field.error}>
          {failure}
        </p>
      )}
      <p role="status" className={styles.note}>
        {note}
      </p>
      {uploaded !== null && <UploadProgress fraction={uploaded} onCancel={importing.cancel} />}
      {uploaded === null && run && <Run key={run.state} run={run} importing={importing} />}
    </div>
  );
}

function ChooseFile({ importing: { choose } }: { importing: Import }) {
  return (
    <div className={styles.choose}>
      <label className="button">
        Choose a file
        <input
          className="visually-hidden"
          type="file"
          accept=".xml,.zip,.json,.md,.markdown,.html,.csv"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void choose(file);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
      </label>
      <span>At most {MAX_IMPORT_MB} MB. Nothing is changed before you start the import.</span>
    </div>
  );
}

const HEADINGS: Readonly<Record<ImportRun['state'], string>> = {
  checking: 'Looking at the file',
  ready: 'This would be imported',
  importing: 'Importing',
  done: 'Imported',
  failed: 'The import failed',
  interrupted: 'The import was interrupted',
};

function Run({ run, importing }: { run: ImportRun; importing: Import }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed is gone. Not after the page was opened.
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
            <Link to="/admin">All posts</Link> · <Link to="/admin/redirects">Old addresses</Link>
          </p>
        </>
      )}
    </section>
  );
}
