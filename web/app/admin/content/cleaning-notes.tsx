import type { Preview, Removal } from '@longhand/contract/posts';
import { closeOnEscape } from '../ui/close-details.ts';
import { EntryList } from '../ui/entry-list.tsx';
import styles from './cleaning-notes.module.css';

function isAboutTags({ kind }: Removal): boolean {
  return kind === 'unclosed' || kind === 'unopened';
}

function summaryOf({ removed, removed_count: count }: Preview): string {
  const isOne = count === 1;
  if (removed.every(isAboutTags)) return isOne ? '1 tag to check' : `${count} tags to check`;
  if (removed.some(isAboutTags)) return `${count} things to check`;
  return isOne ? '1 item will be removed' : `${count} items will be removed`;
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
            <EntryList
              entries={rendered.removed.map(({ line, message }) => ({
                where: `Line ${line}`,
                message,
                onChoose: () => onShow(line),
              }))}
              more={rendered.removed_count - rendered.removed.length}
            />
          </div>
        </details>
      )}
    </div>
  );
}
