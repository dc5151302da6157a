import { useRef } from 'react';
import { timeOrDay } from '../../lib/admin/short-time.ts';
import type { Editor } from '../../lib/admin/use-editor.ts';
import { useFocusFallback } from '../../lib/admin/use-focus-fallback.ts';
import admin from './admin.module.css';
import styles from './changes-line.module.css';

function sentence({ baseline, copy }: Editor): readonly [string, string] {
  const since = copy ? `Changes since ${timeOrDay(copy.created_at)}` : 'Changes';
  return [since, baseline.post ? ', not part of the post' : ', not saved as a post'];
}

/** What is in the form and not in the post; in a row that is there without it, so that nothing moves. */
export function ChangesLine({ editor }: { editor: Editor }) {
  const { unsaved, copy, discarded, saving, waiting } = editor;
  const disabled = saving !== null || waiting;
  const line = useRef<HTMLParagraphElement>(null);
  const hasChanges = unsaved || copy !== null;
  useFocusFallback(line, `${hasChanges} ${discarded !== null}`);
  const [what, more] = sentence(editor);
  return (
    <p ref={line} tabIndex={-1} className={styles.line}>
      {hasChanges && (
        <>
          <span>
            {what}
            <span className={styles.more}>{more}</span>
          </span>
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
          {!hasChanges && <span role="status">Changes discarded.</span>}
          <button
            type="button"
            className={admin.plain}
            disabled={disabled}
            aria-label="Undo: bring the discarded changes back"
            onClick={() => void editor.undoDiscard()}
          >
            Undo
          </button>
        </>
      )}
    </p>
  );
}
