import styles from './load-failed.module.css';

/** Said beside what the page shows without its data. */
export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <p role="alert" className={styles.failed}>
      {text}{' '}
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}

/** For readers, whom the reason does not help. */
export const notLoaded = (what: string) =>
  `The ${what} could not be loaded: the server did not answer.`;
