import type { Preview, Removal } from '@longhand/contract/posts';
import type { KeyboardEvent } from 'react';
import styles from './cleaning-notes.module.css';

function isAboutTags({ kind }: Removal): boolean {
  return kind === 'unclosed' || kind === 'unopened';
}

function summaryOf({ removed, removed_count: count }: Preview): string {
  const isOne = count === 1;
  if (removed.every(isAboutTags)) return isOne ? '1 tag to check' : `${count} tags to check`;
  if (removed.some(isAboutTags)) return `${count} things to check`;
  return isOne ? '1 thing will be left out' : `${count} things will be left out`;
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

type Props = { rendered: Preview | null; onShow: (line: number) => void };

/** What the blog will not show of the content. */
export function CleaningNotes({ rendered, onShow }: Props) {
  return (
    // Always as high as its summary, so that nothing moves when there is one.
    <div className={styles.notes}>
      {rendered && rendered.removed.length > 0 && (
        <details onKeyDown={closeOnEscape}>
          <summary>{summaryOf(rendered)}</summary>
          {/* Over what is below: the list changes while somebody writes. */}
          <div className={styles.panel}>
            <ul>
              {rendered.removed.map(({ line, message }) => (
                <li key={`${line} ${message}`}>
                  <button type="button" onClick={() => onShow(line)}>
                    <span>Line {line}</span> {message}
                  </button>
                </li>
              ))}
            </ul>
            <More count={rendered.removed_count - rendered.removed.length} />
          </div>
        </details>
      )}
    </div>
  );
}

function More({ count }: { count: number }) {
  return count > 0 && <p>And {count.toLocaleString('en-US')} more like these.</p>;
}
