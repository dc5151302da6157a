import { useDownloadBackup } from '../../lib/admin/use-download-backup.ts';
import admin from './admin.module.css';
import styles from './download-backup.module.css';

export function DownloadBackup() {
  const { state, reason, start } = useDownloadBackup();
  return (
    <div className={styles.backup}>
      <button
        type="button"
        className={admin.quiet}
        aria-disabled={state === 'asking'}
        title="All posts, drafts, history and images in one file"
        onClick={start}
      >
        Download a backup
      </button>
      <span aria-live="polite">{state === 'failed' ? reason : SAYS[state]}</span>
    </div>
  );
}

const SAYS = {
  idle: '',
  asking: 'One moment…',
  begun: 'The download begins.',
} as const;
