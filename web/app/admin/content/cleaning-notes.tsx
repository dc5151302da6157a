import type { Preview, Removal } from '@longhand/contract/posts';
import { useEffect, useEffectEvent, useState } from 'react';
import { closeOnEscape } from '../ui/close-details.ts';
import { EntryList } from '../ui/entry-list.tsx';
import styles from './cleaning-notes.module.css';
import { lineRange } from './html/line-range.ts';

function isAboutTags({ kind }: Removal): boolean {
  return kind === 'unclosed' || kind === 'unopened';
}

function summaryOf({ removed, removed_count: count }: Preview): string {
  const isOne = count === 1;
  if (removed.every(isAboutTags)) return isOne ? '1 tag to check' : `${count} tags to check`;
  if (removed.some(isAboutTags)) return `${count} things to check`;
  return isOne ? '1 item will be removed' : `${count} items will be removed`;
}

type Props = {
  content: string;
  rendered: Preview | null;
  /** Whether the text is written in a view without lines. */
  isVisual: boolean;
  onShow: (line: number) => void;
};

type NameOfLine = (line: number) => string | undefined;

/** Loaded when it is needed, as the parser is large. */
async function readNames(content: string): Promise<NameOfLine> {
  const [{ blockNameAt }, { readContent }] = await Promise.all([
    import('./block-names.ts'),
    import('./content-facts.ts'),
  ]);
  const { named } = readContent(content);
  return (line) => blockNameAt(named, lineRange(content, line).from);
}

/** The names of blocks by their lines, in the text that was rendered. */
function useBlockNames(content: string, rendered: Preview | null, isWanted: boolean): NameOfLine {
  const [nameOfLine, setNameOfLine] = useState<NameOfLine>(() => () => undefined);
  const read = useEffectEvent(() => readNames(content));
  useEffect(() => {
    if (!isWanted || !rendered) return;
    let isLeft = false;
    read().then((names) => {
      if (!isLeft) setNameOfLine(() => names);
    }, console.warn);
    return () => {
      isLeft = true;
    };
  }, [isWanted, rendered]);
  return nameOfLine;
}

/** What the blog will not show of the content. */
export function CleaningNotes({ content, rendered, isVisual, onShow }: Props) {
  const [isOpen, setOpen] = useState(false);
  const nameOfLine = useBlockNames(content, rendered, isVisual && isOpen);
  return (
    // Always as high as its summary, so that nothing moves when there is one.
    <div className={styles.notes}>
      {rendered && rendered.removed.length > 0 && (
        <details onKeyDown={closeOnEscape} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{summaryOf(rendered)}</summary>
          {/* Over what is below: the list changes while somebody writes. */}
          <div className={styles.panel}>
            <EntryList
              entries={rendered.removed.map(({ line, message }) => ({
                where: (isVisual && nameOfLine(line)) || `Line ${line}`,
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
