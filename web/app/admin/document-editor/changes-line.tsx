import { useRef } from 'react';
import admin from '../ui/admin.module.css';
import { timeOrDay } from '../ui/short-time.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import styles from './changes-line.module.css';
import type { AnyEditor } from './use-document-editor.ts';

function sentence({ copy }: AnyEditor): string {
  return copy ? `Private changes since ${timeOrDay(copy.created_at)}` : 'Private changes';
}

/** What is in the form and not in the document; in a row that is there without it, so that nothing moves. */
export function ChangesLine({ editor }: { editor: AnyEditor }) {
  const { unsaved, copy, discarded, saving, waiting } = editor;
  const disabled = saving !== null || waiting;
  const line = useRef<HTMLParagraphElement>(null);
  const hasChanges = unsaved || copy !== null;
  useFocusFallback(line, discarded);
  return (
    <p ref={line} tabIndex={-1} className={styles.line}>
      {hasChanges && (
        <>
          <span>{sentence(editor)}</span>
          <button
            type="button"
            className={admin.plain}
            disabled={disabled}
            onClick={() => void editor.discard()}
          >
            Discard changes
          </button>
        </>
      )}
      {discarded && (
        <>
          {!hasChanges && <span role="status">Private changes discarded.</span>}
          <button
            type="button"
            className={admin.plain}
            disabled={disabled}
            aria-label="Undo: restore the discarded private changes"
            onClick={() => void editor.undoDiscard()}
          >
            Undo
          </button>
        </>
      )}
    </p>
  );
}
