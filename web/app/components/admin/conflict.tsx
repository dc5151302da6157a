import type { Post } from '@longhand/contract/posts';
import { useDeferredValue, useEffect, useRef } from 'react';
import { toForm } from '../../lib/admin/post-form.ts';
import type { Editor } from '../../lib/admin/use-editor.ts';
import admin from './admin.module.css';
import { Differences } from './differences.tsx';
import styles from './editor.module.css';

type Props = { editor: Editor; theirs: Post };

/** The post was saved elsewhere while it was edited here: both texts, and a choice. */
export function Conflict({ editor, theirs }: Props) {
  // Comparing takes its time; typing does not wait for it.
  const mine = useDeferredValue(editor.form);
  const heading = useRef<HTMLHeadingElement>(null);
  // Again at every further attempt, too.
  useEffect(() => {
    if (theirs) heading.current?.focus();
  }, [theirs]);
  return (
    <section aria-labelledby="conflict" className={styles.conflict}>
      <h2 id="conflict" ref={heading} tabIndex={-1}>
        This post was changed elsewhere
      </h2>
      <p>
        It was saved {new Date(theirs.updated_at).toLocaleString()}, after you opened it here.
        Nothing was overwritten, and what you wrote is still in the form below. Struck out is what
        only the saved version has; underlined is what only yours has.
      </p>
      <Differences from={toForm(theirs)} to={mine} />
      <div className={styles.choices}>
        <button type="submit" value="mine" className="button" disabled={editor.busy !== null}>
          Save mine
        </button>
        <button type="button" className="button" onClick={editor.takeConflicting}>
          Use the saved version
        </button>
        <button type="button" className={admin.plain} onClick={editor.dismissConflict}>
          Keep editing
        </button>
      </div>
      <p>
        With ‘Save mine’ the other version stays in the history; with ‘Use the saved version’ yours
        is kept in this browser and offered again.
      </p>
    </section>
  );
}
