import type { Preview, Removal } from '@longhand/contract/posts/posts';
import { useEffect, useEffectEvent, useState } from 'react';
import { closeOnEscape } from '../ui/floating/close-details.ts';
import { EntryList } from '../ui/lists/entry-list.tsx';
import styles from './cleaning-notes.module.css';
import { lineRange } from './html/text-blocks.ts';

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
  /** In the visual view, places have no line numbers. */
  isVisual: boolean;
  onShow: (line: number) => void;
};

type NameOfLine = (line: number) => string | undefined;

/** Loaded on demand because the parser is large. */
async function readNames(content: string): Promise<NameOfLine> {
  const { blockNameAt, readContent } = await import('./content-facts.ts');
  const { named } = readContent(content);
  return (line) => blockNameAt(named, lineRange(content, line).from);
}

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

export function CleaningNotes({ content, rendered, isVisual, onShow }: Props) {
  const [isOpen, setOpen] = useState(false);
  const nameOfLine = useBlockNames(content, rendered, isVisual && isOpen);
  return (
    // Always as high as its summary, so that nothing moves when the summary appears.
    <div className={styles.notes}>
      {rendered && rendered.removed.length > 0 && (
        <details onKeyDown={closeOnEscape} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{summaryOf(rendered)}</summary>
          {/* Covers what is below, because the list changes while somebody writes. */}
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
