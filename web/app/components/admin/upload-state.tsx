import type { Upload } from '../../lib/admin/use-upload.ts';
import styles from './field.module.css';

/** How far an upload is, or why it was not begun. */
export function UploadState({ upload: { progress, objection } }: { upload: Upload }) {
  return (
    <>
      {progress !== null && (
        <p className={styles.progress} role="status">
          {progress < 1 ? `Uploading… ${Math.round(progress * 100)} %` : 'Preparing the image…'}
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
