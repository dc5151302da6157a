import type { Upload } from '../../lib/admin/use-upload.ts';
import styles from './field.module.css';

/** How far an upload is, or why it was not begun or failed. */
export function UploadState({ upload: { progress, objection } }: { upload: Upload }) {
  return (
    <>
      {progress !== null && (
        <p className={styles.progress}>
          <span role="status">{progress < 1 ? 'Uploading…' : 'Preparing the image…'}</span>
          <progress aria-label="Upload" max={1} value={progress < 1 ? progress : undefined} />
        </p>
      )}
      {objection && (
        <p role="alert" className={styles.error}>
          {objection}
        </p>
      )}
    </>
  );
}
