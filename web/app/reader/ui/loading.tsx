import { useWords } from '../site/words.tsx';
import styles from './loading.module.css';

export function Loading({ text }: { text: string }) {
  return (
    <p role="status" className={styles.loading} lang={useWords().lang}>
      {text}
    </p>
  );
}
