import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError } from '../api/request.ts';
import admin from '../ui/admin.module.css';
import { logFailure } from '../ui/alerts.ts';
import styles from './download-backup.module.css';

const MESSAGES = {
  idle: '',
  requesting: 'One moment…',
  started: 'The download is starting.',
} as const;
const FAILED = 'The backup could not be downloaded. Please try again in a moment.';

/** Why not fetch: the browser streams a download to disk, whatever its size. */
function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

export function useDownloadBackup() {
  const [state, setState] = useState<'idle' | 'requesting' | 'started' | 'failed'>('idle');
  const [reason, setReason] = useState(FAILED);

  async function start(): Promise<void> {
    if (state === 'requesting') return;
    setState('requesting');
    try {
      downloadFrom(await adminApi.requestBackupUrl());
      setState('started');
    } catch (error) {
      logFailure(error);
      setReason((error instanceof AdminApiError && error.problem.detail) || FAILED);
      setState('failed');
    }
  }

  return { state, message: state === 'failed' ? reason : MESSAGES[state], start };
}

export function DownloadBackup() {
  const { state, message, start } = useDownloadBackup();
  return (
    <div className={styles.backup}>
      <button
        type="button"
        className={admin.quiet}
        aria-disabled={state === 'requesting'}
        title="All posts, drafts, history and images in one file"
        onClick={start}
      >
        Download a backup
      </button>
      <span aria-live="polite">{message}</span>
    </div>
  );
}
