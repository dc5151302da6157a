import { Button } from '../button.tsx';
import styles from './entry-list.module.css';

export type Entry = {
  readonly where: string;
  readonly message: string;
  readonly onChoose: () => void;
};

export function EntryList({ entries, more }: { entries: readonly Entry[]; more: number }) {
  return (
    <div className={styles.entries}>
      <ul>
        {entries.map(({ where, message, onChoose }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same
          <li key={index}>
            <Button onClick={onChoose}>
              <span>{where}</span> {message}
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {more.toLocaleString('en-US')} more like these.</p>}
    </div>
  );
}
