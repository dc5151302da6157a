import type { Page } from '@longhand/contract/pages';
import { useDeferredValue, useEffect, useRef } from 'react';
import { dateAndTime } from '../../lib/admin/date-and-time.ts';
import { mergePageForms, pageDifferences, toPageForm } from '../../lib/admin/pages/page-form.ts';
import type { PageEditorState } from '../../lib/admin/pages/use-page-editor.ts';
import { useSite } from '../../lib/site.ts';
import admin from './admin.module.css';
import styles from './conflict.module.css';
import { DifferenceList } from './differences.tsx';

type Props = { editor: PageEditorState; theirs: Page };

export function PageConflict({ editor, theirs }: Props) {
  const { baseline, saving } = editor;
  const { timeZone } = useSite();
  // Deferred: comparing long texts must not slow down typing.
  const mine = useDeferredValue(editor.form);
  const saved = toPageForm(theirs);
  const differences = pageDifferences(saved, mergePageForms(baseline.form, mine, saved));
  const heading = useRef<HTMLHeadingElement>(null);
  // Also after each further attempt to save.
  useEffect(() => {
    if (theirs) heading.current?.focus();
  }, [theirs]);
  const time = theirs.updated_at && ` ${dateAndTime(theirs.updated_at, timeZone)}`;
  return (
    <section aria-labelledby="conflict" className={styles.conflict}>
      <h2 id="conflict" ref={heading} tabIndex={-1}>
        This page was changed elsewhere
      </h2>
      <p>
        It was saved{time} in another tab or on another device, after you opened it here. Nothing
        was overwritten, and what you wrote is still in the form below. Struck out is what is public
        now; underlined is yours. Fields that you did not change stay as they were saved.
      </p>
      <DifferenceList fields={differences} />
      <div className={styles.choices}>
        <button type="submit" value="mine" className="button" disabled={saving}>
          Save mine
        </button>
        <button type="button" className="button" onClick={editor.takeTheirs}>
          Use the saved version
        </button>
        <button type="button" className={admin.plain} onClick={editor.dismissConflict}>
          Keep editing
        </button>
      </div>
      <p>
        With ‘Save mine’ the other version stays in the history. With ‘Use the saved version’ yours
        is kept in this browser and offered again.
      </p>
    </section>
  );
}
