import styles from '../../ui/fields/field.module.css';
import type { Upload, UploadProgress } from './use-upload.ts';

function stateOf({ current, total, fraction }: UploadProgress): string {
  if (total === 1) return fraction < 1 ? 'Uploading…' : 'Preparing the image…';
  return `${fraction < 1 ? 'Uploading' : 'Preparing image'} ${current} of ${total}…`;
}

type Props = { upload: Pick<Upload, 'progress' | 'error'> };

export function UploadState({ upload: { progress, error } }: Props) {
  const sending = progress !== null && progress.fraction < 1;
  return (
    <>
      {progress && (
        <p className={styles.progress}>
          <span role="status">{stateOf(progress)}</span>
          <progress aria-label="Upload" max={1} value={sending ? progress.fraction : undefined} />
          {/* Outside of the status, because screen readers would read every number. */}
          {sending && <span aria-hidden="true">{Math.floor(progress.fraction * 100)} %</span>}
        </p>
      )}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </>
  );
}
