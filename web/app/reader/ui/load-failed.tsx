import { useWords } from '../site/words.tsx';
import styles from './load-failed.module.css';

export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const words = useWords();
  return (
    <p role="alert" className={styles.failed} lang={words.lang}>
      {text}{' '}
      <button type="button" className="button" onClick={onRetry}>
        {words.text('try-again')}
      </button>
    </p>
  );
}
