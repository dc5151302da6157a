import { useDownloadBackup } from '../../lib/admin/use-download-backup.ts';
import styles from './download-backup.module.css';

/** Everything in one file, as a download of the browser's own. */
export function DownloadBackup() {
  const { state, start } = useDownloadBackup();
  return (
    <div className={styles.backup}>
      <button
        type="button"
        aria-disabled={state === 'asking'}
        title="All posts, drafts, history and images in one file"
        onClick={start}
      >
        Download a backup
      </button>
      <span aria-live="polite">{SAYS[state]}</span>
    </div>
  );
}

const SAYS = {
  idle: '',
  asking: 'One moment…',
  begun: 'The download begins.',
  busy: 'One is being downloaded already. Please wait for it.',
  failed: 'That did not work. Please try again in a moment.',
} as const;
