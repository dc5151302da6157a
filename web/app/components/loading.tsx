import styles from './loading.module.css';

/** Shown while data is really awaited. */
export function Loading({ text }: { text: string }) {
  return (
    <p role="status" className={styles.loading}>
      {text}
    </p>
  );
}
