import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError } from '../api/request.ts';
import admin from '../ui/admin.module.css';
import { logFailure } from '../ui/alerts.ts';
import { Button } from '../ui/button.tsx';
import styles from './settings.module.css';

const MESSAGES = {
  idle: '',
  requesting: 'One moment…',
  started: 'Download started.',
} as const;

/** Why not fetch: the browser streams a download to disk, whatever its size. */
function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

const DOWNLOADS = {
  backup: {
    requestUrl: adminApi.requestBackupUrl,
    className: admin.quiet,
    label: 'Download a backup',
    title: 'All posts, drafts, history and images in one file',
  },
  export: {
    requestUrl: adminApi.requestExportUrl,
    className: 'button',
    label: 'Download the export',
    title: undefined,
  },
} as const;

type Downloaded = keyof typeof DOWNLOADS;

/** The address that the server returns works once. */
export function useDownload(what: Downloaded) {
  const failed = `The ${what} could not be downloaded. Please try again in a moment.`;
  const [state, setState] = useState<'idle' | 'requesting' | 'started' | 'failed'>('idle');
  const [reason, setReason] = useState(failed);

  async function start(): Promise<void> {
    if (state === 'requesting') return;
    setState('requesting');
    try {
      downloadFrom(await DOWNLOADS[what].requestUrl());
      setState('started');
    } catch (error) {
      logFailure(error);
      setReason((error instanceof AdminApiError && error.problem.detail) || failed);
      setState('failed');
    }
  }

  return { state, message: state === 'failed' ? reason : MESSAGES[state], start };
}

export function Download({ what }: { what: Downloaded }) {
  const { state, message, start } = useDownload(what);
  const { className, label, title } = DOWNLOADS[what];
  return (
    <div className={styles.download}>
      <Button
        className={className}
        aria-disabled={state === 'requesting'}
        title={title}
        onClick={start}
      >
        {label}
      </Button>
      <span aria-live="polite">{message}</span>
    </div>
  );
}
