import type { EditorView } from '@longhand/contract/account';
import admin from '../ui/admin.module.css';
import styles from './content-field.module.css';

type Props = { onChoose: (view: EditorView) => void };

/** Until a view is chosen. */
export function ViewOffer({ onChoose }: Props) {
  return (
    <p className={styles.offer}>
      How do you write?{' '}
      <button type="button" className={admin.plain} onClick={() => onChoose('visual')}>
        Write visually
      </button>{' '}
      <button type="button" className={admin.plain} onClick={() => onChoose('html')}>
        Write HTML
      </button>
    </p>
  );
}
