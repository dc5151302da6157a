import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError } from '../api/request.ts';
import admin from '../ui/admin.module.css';
import { logFailure } from '../ui/alerts.ts';
import styles from './download.module.css';

const MESSAGES = {
  idle: '',
  requesting: 'One moment…',
  started: 'The download is starting.',
} as const;

/** Why not fetch: the browser streams a download to disk, whatever its size. */
function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** `requestUrl` asks for an address that works once. */
function useDownload(what: 'backup' | 'export', requestUrl: () => Promise<string>) {
  const failed = `The ${what} could not be downloaded. Please try again in a moment.`;
  const [state, setState] = useState<'idle' | 'requesting' | 'started' | 'failed'>('idle');
  const [reason, setReason] = useState(failed);

  async function start(): Promise<void> {
    if (state === 'requesting') return;
    setState('requesting');
    try {
      downloadFrom(await requestUrl());
      setState('started');
    } catch (error) {
      logFailure(error);
      setReason((error instanceof AdminApiError && error.problem.detail) || failed);
      setState('failed');
    }
  }

  return { state, message: state === 'failed' ? reason : MESSAGES[state], start };
}

export const useDownloadBackup = () => useDownload('backup', adminApi.requestBackupUrl);
const useDownloadExport = () => useDownload('export', adminApi.requestExportUrl);

type Props = { download: ReturnType<typeof useDownload>; className?: string | undefined };

function DownloadButton({
  download: { state, message, start },
  className,
  title,
  label,
}: Props & { title: string; label: string }) {
  return (
    <div className={styles.download}>
      <button
        type="button"
        className={className}
        aria-disabled={state === 'requesting'}
        title={title}
        onClick={start}
      >
        {label}
      </button>
      <span aria-live="polite">{message}</span>
    </div>
  );
}

export function DownloadBackup() {
  return (
    <DownloadButton
      download={useDownloadBackup()}
      className={admin.quiet}
      label="Download a backup"
      title="All posts, drafts, history and images in one file"
    />
  );
}

export function DownloadExport() {
  return (
    <DownloadButton
      download={useDownloadExport()}
      className="button"
      label="Download the export"
      title="Posts, pages, drafts, pictures, redirects and settings as files in one zip"
    />
  );
}
