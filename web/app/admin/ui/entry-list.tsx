import styles from './entry-list.module.css';

export type Entry = {
  readonly where: string;
  readonly message: string;
  readonly onChoose: () => void;
};

/** Messages about the post, each of which leads to its place. */
export function EntryList({ entries, more }: { entries: readonly Entry[]; more: number }) {
  return (
    <div className={styles.entries}>
      <ul>
        {entries.map(({ where, message, onChoose }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same
          <li key={index}>
            <button type="button" onClick={onChoose}>
              <span>{where}</span> {message}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {more.toLocaleString('en-US')} more like these.</p>}
    </div>
  );
}
