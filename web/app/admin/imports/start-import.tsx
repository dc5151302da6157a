import type { ImportRun } from '@longhand/contract/import-runs';
import { useState } from 'react';
import admin from '../ui/admin.module.css';
import styles from './imports.module.css';
import type { Import } from './use-import.ts';

function hintOf(missing: number): string {
  if (missing === 0) return 'All pictures are in the file, or there are none.';
  const pictures =
    missing === 1 ? '1 picture is' : `${missing.toLocaleString('en-US')} pictures are`;
  return `${pictures} not in the file. Fetched, they are copied from the old blog; otherwise they stay linked there.`;
}

export function StartImport({ run, importing }: { run: ImportRun; importing: Import }) {
  const [fetchesPictures, setFetches] = useState(run.options.fetch_pictures);
  const [isStarting, setStarting] = useState(false);
  const missing = run.report?.pictures.missing.length;
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
      {missing !== undefined && <p>{hintOf(missing)}</p>}
      <div className={styles.buttons}>
        <button type="submit" className="button" aria-disabled={isStarting}>
          {isAgain ? 'Run it again' : 'Start import'}
        </button>
        <button type="button" className={admin.quiet} onClick={() => void importing.cancel()}>
          Discard the file
        </button>
      </div>
    </form>
  );
}
